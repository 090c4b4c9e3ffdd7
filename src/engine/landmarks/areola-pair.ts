import type { RgbImage } from '../../photo/decode.ts';
import { signedDistance } from '../image/distance-transform.ts';
import { type Mask, newMask, type Plane } from '../image/plane.ts';
import { midlineColumn, verticalExtent } from '../measure/trunk.ts';
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

/** The likeliest pairs of spots, each elsewhere than the ones before, likeliest first. */
export function areolaPairs(image: RgbImage, mask: Mask, wanted: number): PairOfSpots[] {
  const { heightPx } = mask;
  const { top, bottom } = verticalExtent(mask);
  const trunk = { middle: midlineColumn(mask), top, height: bottom - top, pictureHeight: heightPx };
  const radii = RADII.map((share) => Math.max(3, Math.round(share * heightPx)));
  const distance = signedDistance(mask);
  const where = searchArea(distance, top + ROWS[0] * trunk.height, top + ROWS[1] * trunk.height, MARGIN * heightPx);
  const spots = areolaSpots(image, distance, where, radii, SPOTS);
  const pairs: { left: AreolaSpot; right: AreolaSpot; score: number }[] = [];
  for (const left of spots) {
    for (const right of spots) {
      const spacing = right.xPx - left.xPx;
      if (spacing < LEAST_SPACING * heightPx || Math.abs(right.yPx - left.yPx) > MOST_OFF * spacing) continue;
      if (Math.abs((left.xPx + right.xPx) / 2 - trunk.middle) > MOST_OFF * spacing) continue;
      let clear = -Infinity;
      for (let mix = 0; mix < MIXES.length; mix++) {
        const [a, b] = [left.strength[mix]!, right.strength[mix]!];
        if (a > LEAST_STRENGTH && b > LEAST_STRENGTH) clear = Math.max(clear, Math.log(a * b));
      }
      if (clear === -Infinity) continue;
      const usual = usualness(left, right, trunk);
      if (usual < LEAST_USUAL) continue;
      pairs.push({ left, right, score: clear + Math.log(left.radiusPx * right.radiusPx) / 2 + usual });
    }
  }
  pairs.sort((a, b) => b.score - a.score);
  const kept: PairOfSpots[] = [];
  const isNear = (a: AreolaSpot, b: AreolaSpot) => Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx) < NEAR * heightPx;
  const near = (spot: AreolaSpot) =>
    spots
      .filter((one) => isNear(one, spot))
      .sort((a, b) => promiseOf(b) - promiseOf(a))
      .slice(0, NEIGHBOURS);
  for (const { left, right } of pairs) {
    if (kept.length === wanted) break;
    if (kept.some((one) => isNear(one.left, left) && isNear(one.right, right))) continue;
    kept.push({ left, right, lefts: near(left), rights: near(right) });
  }
  return kept;
}

const promiseOf = ({ strength, radiusPx }: AreolaSpot) => Math.max(...strength) * Math.sqrt(radiusPx);

/** Px of the picture. */
interface Trunk {
  middle: number;
  top: number;
  height: number;
  pictureHeight: number;
}

/** How usual such a pair is, as the logarithm of a likelihood. */
function usualness(left: AreolaSpot, right: AreolaSpot, { middle, top, height, pictureHeight }: Trunk): number {
  const spacing = right.xPx - left.xPx;
  const terms = [
    (left.yPx - right.yPx) / spacing / 0.06,
    ((left.xPx + right.xPx) / 2 - middle) / spacing / 0.07,
    Math.log(left.radiusPx / right.radiusPx) / 0.25,
    (spacing / pictureHeight - 0.29) / 0.06,
    ((left.yPx + right.yPx) / 2 - top - 0.36 * height) / height / 0.1,
    Math.log((left.radiusPx + right.radiusPx) / 2 / (0.018 * pictureHeight)) / 0.7,
    unlike(left.redder, right.redder, 0.03),
    unlike(left.darker, right.darker, 0.1),
  ];
  return -terms.reduce((sum, term) => sum + Math.min(MOST_TERM, term ** 2), 0) / 2;
}

/** No single thing speaks more against a pair. */
const MOST_TERM = 16;

const unlike = (a: number, b: number, floor: number) => (a - b) / (0.25 * (Math.abs(a) + Math.abs(b)) + floor);

function searchArea({ widthPx, heightPx, values }: Plane, fromRow: number, toRow: number, marginPx: number): Mask {
  const area = newMask(widthPx, heightPx);
  for (let i = 0; i < values.length; i++) {
    const y = Math.floor(i / widthPx);
    area.inside[i] = y >= fromRow && y < toRow && values[i]! > marginPx ? 1 : 0;
  }
  return area;
}
