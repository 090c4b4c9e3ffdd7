import type { RgbImage } from '../../photo/decode.ts';
import { blur121, type Mask, type Plane, planeOf } from '../image/plane.ts';
import { type Patch, STARTS, traceAreola } from './areola.ts';
import type { FoundLandmark } from './found-landmark.ts';
import { findNipples } from './nipples.ts';
import type { SpotPair } from './spots.ts';
import { type AreolaPair, findTrunkAreolas } from './trunk-areolas.ts';

/** Weight of darkness beside redness, both as logarithms: light skin needs none, dark skin some. */
const DARKNESS = 0.3;
/**
 * Standard deviation, in half-axes, of areolas with at least so many px in the photo and of smaller ones. The tracing
 * adds little to it; most comes from how far the model's nipple stands out. With 0.08, fronts of trunks by provider 4
 * were worse: four people 2.2 mm, not 1.9.
 */
const SIGMA = { fine: 0.2, coarse: 0.3, fineFromPx: 14 };
/** Standard deviation of the logarithm of the ratio of two areolas' sizes. */
const UNLIKE = 0.12;

/**
 * Finds both areolas in a front photo, each with its middle and its area. The tip stands out before the areola; only
 * the fitted person tells how far sideways (`fit/patch-shift.ts`).
 *
 * Compared with moving the middle outwards by how flat its ellipse is: that met nipples of trunks to 1.0 px of 640 on
 * average, with constants tuned to four people; in whole bodies the ellipse is too small for it, and women came out 3
 * to 5 % too large.
 */
export function findAreolas(image: RgbImage, photo: RgbImage, mask: Mask, isWholeBody: boolean): FoundLandmark[] {
  const pair = isWholeBody ? areolasOfBody(image, photo, mask) : findTrunkAreolas(image, photo, mask);
  if (pair === undefined) return [];
  const { right, left } = pair;
  const ratio = photo.widthPx / mask.widthPx;
  const isFine = Math.min(right.longPx, left.longPx) >= SIGMA.fineFromPx;
  return [right, left].map((patch, index) => ({
    name: index === 0 ? 'nipple_right' : 'nipple_left',
    xPx: (patch.xPx + 0.5) / ratio,
    yPx: (patch.yPx + 0.5) / ratio,
    sigmaPx: Math.max(0.7, ((isFine ? SIGMA.fine : SIGMA.coarse) * patch.longPx) / ratio),
    patchPx2: (Math.PI * patch.longPx * patch.shortPx) / ratio ** 2,
  }));
}

/** In a whole body an areola is a few px large: one expected place each. */
function areolasOfBody(image: RgbImage, photo: RgbImage, mask: Mask): AreolaPair | undefined {
  const pair = findNipples(image, mask, true);
  if (pair === undefined) return undefined;
  const [right, left] = bestPatches(rednessAndDarkness(photo), pair, photo.widthPx / mask.widthPx);
  return { right, left };
}

function rednessAndDarkness(photo: RgbImage): Plane {
  const { widthPx, heightPx, values } = planeOf(
    photo,
    (r, g, b) => Math.log((r + 12) / (g + 12)) - DARKNESS * Math.log(r + g + b + 36),
  );
  return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
}

/** The two patches that are clear and alike in size: the areolas of one person differ little. */
function bestPatches(plane: Plane, pair: SpotPair, ratio: number): readonly [Patch, Patch] {
  const tried = [pair.left, pair.right].map(({ xPx, yPx, radiusPx }) => {
    const radius = radiusPx * ratio;
    return STARTS.map(([dx, dy]) =>
      traceAreola(plane, (xPx + 0.5) * ratio - 0.5 + dx * radius, (yPx + 0.5) * ratio - 0.5 + dy * radius, radius),
    );
  });
  let best: readonly [Patch, Patch] = [tried[0]![0]!, tried[1]![0]!];
  let most = -Infinity;
  for (const right of tried[0]!) {
    for (const left of tried[1]!) {
      const unlike = Math.log(right.longPx / left.longPx) / UNLIKE;
      const score = clarityOf(right) * clarityOf(left) * Math.exp(-(unlike ** 2) / 2);
      if (score <= most) continue;
      most = score;
      best = [right, left];
    }
  }
  return best;
}

/** Of two equally clear patches, the larger one is the whole areola. */
const clarityOf = ({ contrast, longPx }: Patch) => Math.max(0, contrast) * Math.sqrt(longPx);
