import type { RgbImage } from '../../photo/decode.ts';
import { distanceOf } from '../image/distance-transform.ts';
import { GREEN, type Mask, newMask, type Plane, planeOfPair, RED } from '../image/plane.ts';
import { midlineOf, type PixelRun, runAt, runsOf, verticalExtent } from '../silhouette/mask-rows.ts';
import { type BoxMean, bestPair, boxMeans, type Spot, type SpotPair, strongestSpots } from './spots.ts';

/** Least change of log(red/green) for the weaker of two nipples. */
const LEAST_STRENGTH = 0.022;
/**
 * Limits for the distance of two nipples, as shares of the trunk's breadth. 160 adults have 0.44 to 0.88; with arms that
 * touch the trunk, and so count, the least is about 0.27.
 */
const SPACING = [0.25, 0.95] as const;
/** The fold of an armpit seems a spot at most so many of the largest radii above the gap between trunk and arm. */
const FOLD = 2.5;

/**
 * Finds the nipples in a front photo: two spots redder than the skin on all sides (red over green is the same in light
 * and shade), at one height, left and right of the middle, on the trunk. Undefined if no pair is clear.
 *
 * Of nine rendered bodies in eight lights each, 71 of 72 pairs are right; with the arms' spots 64, the others in armpits.
 */
export function findNipples(image: RgbImage, mask: Mask, isWholeBody: boolean): SpotPair | undefined {
  const { top, bottom } = verticalExtent(mask);
  const height = bottom - top;
  // Ranges of rows, and radii of an areola of 2 to 6 cm, for a trunk of 70 cm or a body of 170 cm.
  const rows = isWholeBody ? [0.16, 0.42] : [0.12, 0.75];
  const radii = (isWholeBody ? [0.005, 0.008, 0.012] : [0.013, 0.019, 0.027, 0.036]).map((r) =>
    Math.max(2, Math.round(r * (isWholeBody ? height : mask.heightPx))),
  );
  const middle = midlineOf(mask);
  const red = planeOfPair(image, [RED, GREEN], (r, g) => Math.log((r + 12) / (g + 12)));
  const redness = boxMeans(red);
  const trunks = trunkRuns(mask, middle, Math.round(FOLD * radii.at(-1)!));
  const where = searchArea(mask, top + rows[0]! * height, top + rows[1]! * height, radii[1]! * 1.5);
  const rings = new Map(radii.map((radius) => [radius, ringOf(radius)]));
  const spots = strongestSpots(where, radii, (x, y, r) => isolation(redness, x, y, r, rings.get(r)!), 24);
  // The arms' spots are left out only now: a fold is the strongest spot at its place, and its border no spot of the trunk.
  const ofTrunk = spots.filter(({ xPx, yPx }) => isIn(trunks[yPx], xPx));
  const pair = bestPair(ofTrunk, (left, right) => {
    const spacing = right.xPx - left.xPx;
    const trunk = trunks[Math.round((left.yPx + right.yPx) / 2)];
    const share = spacing / (trunk === undefined ? mask.widthPx : trunk.to - trunk.from);
    const tilt = Math.abs(left.yPx - right.yPx) / spacing;
    const offCentre = Math.abs((left.xPx + right.xPx) / 2 - middle) / spacing;
    if (tilt > 0.3 || offCentre > 0.3 || share < SPACING[0] || share > SPACING[1]) return undefined;
    const weaker = Math.min(left.strength, right.strength);
    return weaker + 0.3 * Math.max(left.strength, right.strength) - 0.08 * tilt - 0.08 * offCentre;
  });
  if (pair === undefined || Math.min(pair.left.strength, pair.right.strength) < LEAST_STRENGTH) return undefined;
  return { ...pair, left: spotCentre(red, pair.left), right: spotCentre(red, pair.right) };
}

/** Centre of the connected area whose redness is nearer to the spot's than to the skin's round it. */
function spotCentre({ widthPx, heightPx, values }: Plane, spot: Spot): Spot {
  const mean = boxMeans({ widthPx, heightPx, values });
  const disc = mean(spot.xPx, spot.yPx, Math.round(spot.radiusPx * 0.7));
  const limit = disc - spot.strength / 2;
  const reach = Math.round(spot.radiusPx * 2.2);
  const start = spot.yPx * widthPx + spot.xPx;
  const found = new Set([start]);
  for (const i of found) {
    for (const j of [i - 1, i + 1, i - widthPx, i + widthPx]) {
      const dx = (j % widthPx) - spot.xPx;
      const dy = Math.floor(j / widthPx) - spot.yPx;
      if (Math.abs(dx) <= reach && Math.abs(dy) <= reach && (values[j] ?? -1) > limit) found.add(j);
    }
  }
  let [x, y] = [0, 0];
  for (const i of found) {
    x += i % widthPx;
    y += Math.floor(i / widthPx);
  }
  return { ...spot, xPx: x / found.size, yPx: y / found.size };
}

/**
 * The trunk's columns in each row. Above an armpit the outline has the arm in it: there the trunk ends where the gap
 * begins, up to `foldPx` further down. The skin beside it, dark and red in the fold, is the arm's.
 */
function trunkRuns(mask: Mask, middle: number, foldPx: number): (PixelRun | undefined)[] {
  const rows = Array.from({ length: mask.heightPx }, (_, y) => {
    const run = runAt(mask, middle, y);
    if (run === undefined) return undefined;
    const others = runsOf(mask, y);
    const isApart = { left: others.some(({ to }) => to <= run.from), right: others.some(({ from }) => from >= run.to) };
    return { run, isApart };
  });
  return rows.map((row, y) => {
    const below = rows.slice(y, y + foldPx + 1);
    const onLeft = below.find((one) => one?.isApart.left) ?? row;
    const onRight = below.find((one) => one?.isApart.right) ?? row;
    return onLeft && onRight && { from: onLeft.run.from, to: onRight.run.to };
  });
}

function searchArea(mask: Mask, fromRow: number, toRow: number, marginPx: number): Mask {
  const { values } = distanceOf(mask);
  const area = newMask(mask.widthPx, mask.heightPx);
  for (let i = 0; i < values.length; i++) {
    const y = Math.floor(i / mask.widthPx);
    area.inside[i] = y >= fromRow && y < toRow && values[i]! > marginPx ? 1 : 0;
  }
  return area;
}

const isIn = (run: PixelRun | undefined, x: number) => run !== undefined && x >= run.from && x < run.to;

/** Offsets of the eight patches round a disc. */
const ringOf = (radius: number) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((k) => ({
    dx: Math.round(Math.cos((k * Math.PI) / 4) * radius * 2.1),
    dy: Math.round(Math.sin((k * Math.PI) / 4) * radius * 2.1),
  }));

/** The difference in redness between a disc and the reddest patch round it; 0 or less if the disc is not redder. */
function isolation(mean: BoxMean, x: number, y: number, radius: number, ring: ReturnType<typeof ringOf>): number {
  const disc = mean(x, y, Math.round(radius * 0.7));
  const half = Math.max(1, Math.round(radius * 0.5));
  let least = Infinity;
  for (const { dx, dy } of ring) {
    least = Math.min(least, disc - mean(x + dx, y + dy, half));
    if (least <= 0) break;
  }
  return least;
}
