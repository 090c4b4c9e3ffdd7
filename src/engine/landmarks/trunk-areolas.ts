import type { RgbImage } from '../../photo/decode.ts';
import { type Mask, type Plane, planeOf, valueAt } from '../image/plane.ts';
import { midlineColumn, verticalExtent } from '../measure/trunk.ts';
import { COARSE, type Patch, STARTS, type TraceDetail, traceAreola } from './areola.ts';
import { areolaPairs } from './areola-pair.ts';
import type { AreolaSpot } from './areola-spots.ts';
import { chanceOfSize, lightnessOf, rednessOf, type SkinPlane, skinPlane } from './skin-plane.ts';

/** Both areolas as the person has them, px of the photo. */
export interface AreolaPair {
  right: Patch;
  left: Patch;
}

interface RatedPair extends AreolaPair {
  /** The logarithm of how likely they are. */
  score: number;
  plane: SkinPlane;
}

/** Weights of darkness beside redness, both as logarithms: light skin needs little of it, the darkest as much. */
const DARKNESS = [0.3, 1] as const;
/** What speaks for the first of them: the size of an areola was learned with it (`find-areolas.ts`). */
const USUAL = 1;
/** How much larger an areola may be than its part that no gleam lies on. */
const WHOLE = 1.6;
/** No single thing speaks more against a pair. */
const LEAST_TERM = -8;
/** Number of places that are traced. */
const PLACES = 9;
/**
 * A pair that is less likely is none, nor is one hardly likelier than another elsewhere. Front photos of nine people:
 * from 7.8 up, 3.7 more than another.
 */
const LEAST_SCORE = 6.6;
const LEAST_LEAD = 1;
/**
 * Limits for how much redder areolas are than the skin round them, as a logarithm and in multiples of what skin has by
 * chance: real ones 0.04 and 3.8 or more. What shows through cloth is darker and not redder: 0.013 and 2.7 at most.
 */
const REDDER = { least: 0.025, leastOfChance: 1.6 };
/** Added to red and green, so that their ratio means something where there is hardly any light. */
const FAINT = 3;

/**
 * Finds both areolas in the front photo of a trunk, of any skin, size and shade, or neither. Places where two spots are
 * redder or darker than the skin round them are judged as pairs: both clear and closed all round, alike, at one height,
 * left and right of the middle, as far apart as people have them.
 *
 * Compared with the reddest pair of spots at the usual size (`npm run bench:areolas`, first 44 trunks): 15 refused,
 * with this finder 6.
 * Tried: chance by the difference of two places instead of a place and its two neighbours: shading counted as chance,
 * and the darkest skins were refused; spots without their gleams cut: the dark half of an areola was taken for it.
 */
export function findTrunkAreolas(image: RgbImage, photo: RgbImage, mask: Mask): AreolaPair | undefined {
  const ratio = photo.widthPx / mask.widthPx;
  const [redness, lightness] = [rednessOf(photo), lightnessOf(photo)];
  const planes = DARKNESS.map((darkness) => skinPlane(redness, lightness, darkness, mask));
  const { top, bottom } = verticalExtent(mask);
  const trunk = {
    ...{ middle: midlineColumn(mask) * ratio, top: top * ratio, height: (bottom - top) * ratio },
    photoHeight: photo.heightPx,
  };
  const likeliest = (rights: readonly Patch[], lefts: readonly Patch[], plane: SkinPlane): RatedPair => {
    const pairs = rights.flatMap((right) =>
      lefts.map((left) => ({
        right,
        left,
        plane,
        score: scoreOf(right, left, plane, trunk) + (plane === planes[0] ? USUAL : 0),
      })),
    );
    return pairs.reduce((best, pair) => (pair.score > best.score ? pair : best));
  };
  const known = planes.map(() => new Map<AreolaSpot, Patch>());
  const found = areolaPairs(image, mask, PLACES)
    .flatMap(({ left, right, lefts, rights }) =>
      planes.map((plane, p) => {
        const traced = (xPx: number, yPx: number, radiusPx: number) => traceAreola(plane, xPx, yPx, radiusPx, COARSE);
        const ofSpot = (spot: AreolaSpot) => {
          const { xPx, yPx, radiusPx } = spot;
          const patch =
            known[p]!.get(spot) ?? traced((xPx + 0.5) * ratio - 0.5, (yPx + 0.5) * ratio - 0.5, radiusPx * ratio);
          known[p]!.set(spot, patch);
          return patch;
        };
        // Where a gleam hides one areola, the other tells where it is, and how large.
        const mirrored = ({ xPx, yPx, longPx, shortPx }: Patch, lower: number) =>
          traced(2 * trunk.middle - xPx, yPx + lower, Math.sqrt(longPx * shortPx));
        const lower = (right.yPx - left.yPx) * ratio;
        const [ofRight, ofLeft] = [lefts.map(ofSpot), rights.map(ofSpot)];
        return likeliest(
          [...ofRight, ...ofLeft.map((patch) => mirrored(patch, -lower))],
          [...ofLeft, ...ofRight.map((patch) => mirrored(patch, lower))],
          plane,
        );
      }),
    )
    .sort((a, b) => b.score - a.score);
  const first = found[0];
  if (first === undefined) return undefined;
  const second = found.find((pair) => isElsewhere(first.right, pair.right) || isElsewhere(first.left, pair.left));
  const around = (patch: Patch, plane: SkinPlane, larger: number, detail?: TraceDetail) => {
    const radius = Math.sqrt(patch.longPx * patch.shortPx);
    return STARTS.map(([dx, dy]) =>
      traceAreola(plane, patch.xPx + dx * radius, patch.yPx + dy * radius, larger * radius, detail),
    );
  };
  // What was found may be the part of an areola that no gleam lies on.
  const best = planes
    .map((plane) => {
      const both = (patch: Patch) => [1, WHOLE].flatMap((larger) => around(patch, plane, larger, COARSE));
      return likeliest(both(first.right), both(first.left), plane);
    })
    .reduce((one, other) => (other.score > one.score ? other : one));
  const { right, left, score } = likeliest(
    around(best.right, best.plane, 1),
    around(best.left, best.plane, 1),
    best.plane,
  );
  if (score < LEAST_SCORE || first.score - (second?.score ?? -Infinity) < LEAST_LEAD) return undefined;
  return areRedder(photo, [right, left], mask) ? { right, left } : undefined;
}

const isElsewhere = (a: Patch, b: Patch) =>
  Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx) > 1.5 * Math.max(a.longPx, b.longPx);

/** Whether both patches together are surely redder than the skin round them, and none is less red. */
function areRedder(photo: RgbImage, patches: readonly Patch[], mask: Mask): boolean {
  const redness = planeOf(photo, (r, g) => Math.log((r + FAINT) / (g + FAINT)));
  const more = patches.map((patch) => dropIn(redness, patch));
  const chance = chanceOfSize(redness, mask, Math.sqrt(patches[0]!.longPx * patches[1]!.longPx));
  const mean = (more[0]! + more[1]!) / 2;
  return Math.min(...more) > 0 && mean > REDDER.least && mean > REDDER.leastOfChance * chance;
}

/** The median inside a patch less that round it. */
function dropIn(plane: Plane, { xPx, yPx, longPx, shortPx, shortX, shortY }: Patch): number {
  const median = (from: number, to: number) => {
    const values: number[] = [];
    for (let r = from; r <= to + 1e-9; r += (to - from) / 3) {
      for (let a = 0; a < 32; a++) {
        const [u, v] = [Math.cos((a * Math.PI) / 16) * r * longPx, Math.sin((a * Math.PI) / 16) * r * shortPx];
        values.push(valueAt(plane, xPx + u * shortY + v * shortX, yPx - u * shortX + v * shortY));
      }
    }
    return values.sort((a, b) => a - b)[values.length >> 1]!;
  };
  return median(0.4, 0.8) - median(1.25, 1.6);
}

/** Px of the photo. */
interface Trunk {
  middle: number;
  top: number;
  height: number;
  photoHeight: number;
}

/** The logarithm of how likely it is that both patches are a person's areolas. */
function scoreOf(
  right: Patch,
  left: Patch,
  { chance }: SkinPlane,
  { middle, top, height, photoHeight }: Trunk,
): number {
  const spacing = Math.max(1, left.xPx - right.xPx);
  const size = Math.log(Math.sqrt(right.longPx * left.longPx) / photoHeight / 0.018);
  const unusual = (off: number, spread: number) => -((off / spread) ** 2) / 2;
  const [a, b] = [right, left].map((patch) => chance(Math.max(1.5, 0.22 * patch.longPx)));
  const flat = ({ longPx, shortPx }: Patch) => Math.max(0, 0.8 - shortPx / longPx);
  const log = (value: number, least: number) => Math.log(Math.max(least, value));
  const terms = [
    unusual((left.yPx - right.yPx) / spacing, 0.06),
    unusual(((left.xPx + right.xPx) / 2 - middle) / spacing, 0.07),
    unusual(spacing / photoHeight - 0.29, 0.06),
    unusual(((left.yPx + right.yPx) / 2 - top) / height - 0.36, 0.1),
    unusual(Math.log(right.longPx / left.longPx), 0.12),
    unusual(log(right.contrast, 1e-3) - log(left.contrast, 1e-3), 0.4),
    unusual(size, 0.6) + size,
    unusual(flat(right) + flat(left), 0.1),
    log(right.contrast / a!, 0.05) + log(left.contrast / b!, 0.05),
    log(right.weakest / a!, 0.2) + log(left.weakest / b!, 0.2),
  ];
  return terms.reduce((sum, term) => sum + Math.max(LEAST_TERM, term), 0);
}
