import type { RgbImage } from '../../photo/decode.ts';
import { distanceOf } from '../image/distance-transform.ts';
import { type Mask, newMask, type Plane } from '../image/plane.ts';
import { midlineOf, verticalExtent } from '../silhouette/mask-rows.ts';
import { USUAL } from './areola-rating.ts';
import { type AreolaSpot, areolaSpots, LEAST_STRENGTH, MIXES } from './areola-spots.ts';

/** Two spots that may be a person's areolas, left and right in the picture, and all spots near to each of them. */
export interface PairOfSpots {
  left: AreolaSpot;
  right: AreolaSpot;
  lefts: readonly AreolaSpot[];
  rights: readonly AreolaSpot[];
}

/** Radii of an areola as shares of the picture's height, which shows 65 to 85 cm of a trunk. */
const RADII = [0.008, 0.011, 0.015, 0.02, 0.027, 0.036, 0.047];
/** Number of spots of each size and mixture. */
const SPOTS = 16;
/** Spots that are nearer than this may be parts of one areola, as a share of the height; so many of them are tried. */
const NEAR = 0.05;
const NEIGHBOURS = 18;
/** Rows of the person in which nipples are, and the least distance from the outline as a share of the height. */
const ROWS = [0.1, 0.78] as const;
const MARGIN = 0.018;
/** Limits for the pair's tilt and for its distance from the middle, as shares of its spacing; and least spacing. */
const MOST_OFF = 0.25;
const LEAST_SPACING = 0.1;
/** Pairs that are less usual are none. */
const LEAST_USUAL = -9;

/** The likeliest pairs of spots, each elsewhere than the ones before, likeliest first; `isDark` tells whether the skin is. */
export function areolaPairs(image: RgbImage, mask: Mask, isDark: boolean, wanted: number): PairOfSpots[] {
  const { heightPx } = mask;
  const { top, bottom } = verticalExtent(mask);
  const trunk = { middle: midlineOf(mask), top, height: bottom - top, pictureHeight: heightPx };
  const radii = RADII.map((share) => Math.max(3, Math.round(share * heightPx)));
  const distance = distanceOf(mask);
  const where = searchArea(distance, top + ROWS[0] * trunk.height, top + ROWS[1] * trunk.height, MARGIN * heightPx);
  const spots = areolaSpots(image, distance, isDark, where, radii, SPOTS);
  const pairs = spots.flatMap((left) => spots.flatMap((right) => ratedPair(left, right, trunk)));
  pairs.sort((one, other) => other.score - one.score);
  const nearPx = NEAR * heightPx;
  const kept: PairOfSpots[] = [];
  for (const { left, right } of pairs) {
    if (kept.length === wanted) break;
    if (kept.some((one) => isNear(one.left, left, nearPx) && isNear(one.right, right, nearPx))) continue;
    kept.push({ left, right, lefts: nearTo(left, spots, nearPx), rights: nearTo(right, spots, nearPx) });
  }
  return kept;
}

/** The pair with its score, or none where no two areolas lie so. */
function ratedPair(left: AreolaSpot, right: AreolaSpot, trunk: Trunk) {
  const spacing = right.xPx - left.xPx;
  const isLevel = Math.abs(right.yPx - left.yPx) <= MOST_OFF * spacing;
  const isCentred = Math.abs((left.xPx + right.xPx) / 2 - trunk.middle) <= MOST_OFF * spacing;
  if (spacing < LEAST_SPACING * trunk.pictureHeight || !isLevel || !isCentred) return [];
  const clear = clearnessOf(left, right);
  const usual = usualness(left, right, trunk);
  if (clear === undefined || usual < LEAST_USUAL) return [];
  return [{ left, right, score: clear + Math.log(left.radiusPx * right.radiusPx) / 2 + usual }];
}

/** The logarithm of both strengths in the mixture that shows both best; undefined if none shows both. */
function clearnessOf(left: AreolaSpot, right: AreolaSpot): number | undefined {
  const both = MIXES.map((_, mix) => [left.strength[mix]!, right.strength[mix]!] as const);
  const clear = both.filter((pair) => Math.min(...pair) > LEAST_STRENGTH);
  return clear.length === 0 ? undefined : Math.max(...clear.map(([ofLeft, ofRight]) => Math.log(ofLeft * ofRight)));
}

const isNear = (one: AreolaSpot, other: AreolaSpot, px: number) =>
  Math.hypot(one.xPx - other.xPx, one.yPx - other.yPx) < px;

/** The spots that may be parts of the same areola, the most promising ones. */
function nearTo(spot: AreolaSpot, spots: readonly AreolaSpot[], nearPx: number): AreolaSpot[] {
  return spots
    .filter((one) => isNear(one, spot, nearPx))
    .sort((one, other) => promiseOf(other) - promiseOf(one))
    .slice(0, NEIGHBOURS);
}

const promiseOf = ({ strength, radiusPx }: AreolaSpot) => Math.max(...strength) * Math.sqrt(radiusPx);

/** Px of the picture. */
interface Trunk {
  middle: number;
  top: number;
  height: number;
  pictureHeight: number;
}

/** Spreads of the logarithm of two spots' sizes, which come in steps, and of the size itself. */
const SIZES_SPREAD = 0.25;
const SIZE_SPREAD = 0.7;
/** Both areolas have one colour: how much their differences from the skin differ, as a share and at least (logarithms). */
const UNLIKE = { share: 0.25, redder: 0.03, darker: 0.1 };
/** No single thing speaks more against a pair. */
const MOST_TERM = 16;

/** How usual such a pair is, as the logarithm of a likelihood. */
function usualness(left: AreolaSpot, right: AreolaSpot, { middle, top, height, pictureHeight }: Trunk): number {
  const spacing = right.xPx - left.xPx;
  const off = (name: 'tilt' | 'middle' | 'spacing' | 'height', value: number) =>
    (value - USUAL[name].usual) / USUAL[name].spread;
  const size = Math.log((left.radiusPx + right.radiusPx) / 2 / pictureHeight);
  const terms = [
    off('tilt', (left.yPx - right.yPx) / spacing),
    off('middle', ((left.xPx + right.xPx) / 2 - middle) / spacing),
    off('spacing', spacing / pictureHeight),
    off('height', ((left.yPx + right.yPx) / 2 - top) / height),
    Math.log(left.radiusPx / right.radiusPx) / SIZES_SPREAD,
    (size - USUAL.size.usual) / SIZE_SPREAD,
    unlike(left, right, 'redder'),
    unlike(left, right, 'darker'),
  ];
  return -terms.reduce((sum, term) => sum + Math.min(MOST_TERM, term ** 2), 0) / 2;
}

function unlike(left: AreolaSpot, right: AreolaSpot, how: 'redder' | 'darker'): number {
  const spread = UNLIKE.share * (Math.abs(left[how]) + Math.abs(right[how])) + UNLIKE[how];
  return (left[how] - right[how]) / spread;
}

function searchArea({ widthPx, heightPx, values }: Plane, fromRow: number, toRow: number, marginPx: number): Mask {
  const area = newMask(widthPx, heightPx);
  for (let i = 0; i < values.length; i++) {
    const y = Math.floor(i / widthPx);
    area.inside[i] = y >= fromRow && y < toRow && values[i]! > marginPx ? 1 : 0;
  }
  return area;
}
