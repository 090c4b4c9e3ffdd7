import type { RgbImage } from '../../photo/decode.ts';
import { blur121, type Mask, type Plane, planeOf } from '../image/plane.ts';
import { boxMeans } from '../measure/spots.ts';

/** A round spot of another colour than the skin on all sides of it; px of the image. */
export interface AreolaSpot {
  xPx: number;
  yPx: number;
  radiusPx: number;
  /** How much redder and darker (logarithms) than the skin round it, on the side where it differs least. */
  redder: number;
  darker: number;
  /** Strength in each of the `MIXES`, as multiples of what usual skin has by chance at this size. */
  strength: readonly number[];
}

/**
 * Mixtures of redness and darkness, each in multiples of its own spread over this person's skin. Light skin shows an
 * areola by its redness, the darkest by its darkness; shading makes the darkness of light skin spread widely, and so
 * count little.
 */
export const MIXES: readonly (readonly [red: number, dark: number])[] = [
  [1, 0],
  [0.8, 0.6],
  [0.45, 0.9],
];

/** Half of a disc's square, a side patch's distance and half of its square, in radii. */
const DISC = 0.7;
const AWAY = 2.1;
const SIDE = 0.5;
/** The share of a side patch, and of a disc, that must be skin. */
const LEAST_SKIN = 0.4;
const MOST_SKIN = 0.75;
const RING = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => (k * Math.PI) / 4);
/** Nearer to the outline than this, as a share of the height, the wall may shine through. */
const SKIN = 0.006;
/** Half of the side of a place's neighbourhood, as a share of the picture's height. */
const NEIGHBOURHOOD = 0.06;
/** A weaker spot is no candidate. */
export const LEAST_STRENGTH = 1.5;
/** Distance of the places from which the spread over the skin is taken. */
const STATISTICS_PX = 5;

interface SkinPlanes {
  widthPx: number;
  heightPx: number;
  /** Sums from the corner, of skin, of redness and of darkness on it. */
  skin: Float64Array;
  red: Float64Array;
  dark: Float64Array;
}

/**
 * For each size and mixture the strongest spots that lie within a mask, none too near to another. `distance` is how far
 * inside the person's outline each pixel lies.
 */
export function areolaSpots(
  image: RgbImage,
  distance: Plane,
  within: Mask,
  radiiPx: readonly number[],
  wanted: number,
) {
  const planes = skinPlanes(image, distance);
  const kept = new Set<AreolaSpot>();
  for (const radiusPx of radiiPx) {
    const spots = spotsOfSize(planes, within, radiusPx);
    for (let mix = 0; mix < MIXES.length; mix++) {
      const own: AreolaSpot[] = [];
      for (const spot of spots.toSorted((a, b) => b.strength[mix]! - a.strength[mix]!)) {
        if (own.length === wanted || spot.strength[mix]! < LEAST_STRENGTH) break;
        if (!own.some((k) => Math.hypot(k.xPx - spot.xPx, k.yPx - spot.yPx) < 1.5 * radiusPx)) own.push(spot);
      }
      for (const spot of own) kept.add(spot);
    }
  }
  return [...kept];
}

/** The logarithm of red over green, and of darkness, wherever the person's skin is surely seen. */
function skinPlanes(image: RgbImage, distance: Plane): SkinPlanes {
  const { widthPx, heightPx, values: inside } = distance;
  const isSkin = (i: number) => inside[i]! > SKIN * heightPx;
  const plane = (of: (r: number, g: number, b: number) => number) =>
    withoutGleams(blur121(planeOf(image, of).values, widthPx, heightPx), distance, isSkin);
  const red = plane((r, g) => Math.log((r + 4) / (g + 4)));
  const dark = plane((r, g, b) => -Math.log(r + g + b + 12));
  const sums = (value: (i: number) => number) => {
    const stride = widthPx + 1;
    const out = new Float64Array(stride * (heightPx + 1));
    for (let y = 0; y < heightPx; y++) {
      let row = 0;
      for (let x = 0; x < widthPx; x++) {
        const i = y * widthPx + x;
        row += isSkin(i) ? value(i) : 0;
        out[(y + 1) * stride + x + 1] = out[y * stride + x + 1]! + row;
      }
    }
    return out;
  };
  return { widthPx, heightPx, skin: sums(() => 1), red: sums((i) => red[i]!), dark: sums((i) => dark[i]!) };
}

/**
 * A gleam is brighter and less red than the skin round it, and an areola never is: what is less than the mean of the
 * neighbourhood takes its value.
 */
function withoutGleams(
  values: Float32Array,
  { widthPx, heightPx }: Plane,
  isSkin: (i: number) => boolean,
): Float32Array {
  const half = Math.round(NEIGHBOURHOOD * heightPx);
  const clipped = values.slice();
  const only = (of: (i: number) => number) =>
    boxMeans({ widthPx, heightPx, values: clipped.map((_, i) => (isSkin(i) ? of(i) : 0)) });
  const skin = only(() => 1);
  for (let round = 0; round < 2; round++) {
    const sum = only((i) => clipped[i]!);
    for (let y = 0, i = 0; y < heightPx; y++) {
      for (let x = 0; x < widthPx; x++, i++) {
        if (isSkin(i)) clipped[i] = Math.max(values[i]!, sum(x, y, half) / skin(x, y, half));
      }
    }
  }
  return clipped;
}

/** Local maxima of each mixture's strength. */
function spotsOfSize({ widthPx, heightPx, skin, red, dark }: SkinPlanes, within: Mask, radius: number): AreolaSpot[] {
  const stride = widthPx + 1;
  const step = Math.max(2, Math.floor(radius / 4));
  const thin = Math.ceil(STATISTICS_PX / step);
  // Skin's share, redness and darkness of the patches round a place and, at last, of its disc.
  const patch = new Float64Array(27);
  const disc = 24;
  const mean = (x: number, y: number, half: number, at: number) => {
    const x0 = Math.max(0, x - half);
    const y0 = Math.max(0, y - half);
    const x1 = Math.min(widthPx, x + half + 1);
    const y1 = Math.min(heightPx, y + half + 1);
    patch[at] = 0;
    if (x0 >= x1 || y0 >= y1) return;
    const a = y1 * stride + x1;
    const b = y0 * stride + x1;
    const c = y1 * stride + x0;
    const d = y0 * stride + x0;
    const count = skin[a]! - skin[b]! - skin[c]! + skin[d]!;
    patch[at] = count / (2 * half + 1) ** 2;
    patch[at + 1] = (red[a]! - red[b]! - red[c]! + red[d]!) / Math.max(1, count);
    patch[at + 2] = (dark[a]! - dark[b]! - dark[c]! + dark[d]!) / Math.max(1, count);
  };
  const ringX = RING.map((angle) => Math.round(Math.cos(angle) * radius * AWAY));
  const ringY = RING.map((angle) => Math.round(Math.sin(angle) * radius * AWAY));
  const half = Math.round(radius * DISC);
  const side = Math.max(1, Math.round(radius * SIDE));
  const columns = Math.floor(widthPx / step);
  const rows = Math.floor(heightPx / step);
  // Per place: differences from the four pairs of opposite patches, redness and darkness in turn.
  const drops = new Float32Array(columns * rows * 8).fill(Number.NaN);
  const means: [number[], number[]] = [[], []];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = column * step;
      const y = row * step;
      if (within.inside[y * widthPx + x] === 0) continue;
      mean(x, y, half, disc);
      if (patch[disc]! < MOST_SKIN) continue;
      for (let k = 0; k < 8; k++) mean(x + ringX[k]!, y + ringY[k]!, side, k * 3);
      const at = (row * columns + column) * 8;
      let [sumRed, sumDark] = [0, 0];
      let isSurrounded = true;
      for (let k = 0; k < 4 && isSurrounded; k++) {
        const one = patch[k * 3]! >= LEAST_SKIN ? 1 : 0;
        const other = patch[k * 3 + 12]! >= LEAST_SKIN ? 1 : 0;
        isSurrounded = one + other > 0;
        drops[at + k] = patch[disc + 1]! - (one * patch[k * 3 + 1]! + other * patch[k * 3 + 13]!) / (one + other);
        drops[at + k + 4] = patch[disc + 2]! - (one * patch[k * 3 + 2]! + other * patch[k * 3 + 14]!) / (one + other);
        sumRed += drops[at + k]!;
        sumDark += drops[at + k + 4]!;
      }
      if (!isSurrounded) {
        drops.fill(Number.NaN, at, at + 8);
        continue;
      }
      if ((row % thin) + (column % thin) > 0) continue;
      means[0].push(sumRed / 4);
      means[1].push(sumDark / 4);
    }
  }
  const [spreadRed, spreadDark] = means.map((values) => Math.max(0.002, spreadOf(values)));
  const spreads = MIXES.map(([r, d]) =>
    Math.max(0.1, spreadOf(means[0].map((value, i) => (r * value) / spreadRed! + (d * means[1][i]!) / spreadDark!))),
  );
  const strength = MIXES.map(([r, d], mix) => {
    const values = new Float32Array(columns * rows);
    for (let i = 0; i < values.length; i++) {
      let least = Infinity;
      for (let k = 0; k < 4; k++) {
        const drop = (r * drops[i * 8 + k]!) / spreadRed! + (d * drops[i * 8 + k + 4]!) / spreadDark!;
        if (!(drop >= least)) least = drop;
      }
      values[i] = least / spreads[mix]!;
    }
    return values;
  });
  const spots: AreolaSpot[] = [];
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const i = row * columns + column;
      let isSpot = false;
      for (const values of strength) isSpot ||= isPeak(values, i, columns);
      if (!isSpot) continue;
      const least = (from: number) => Math.min(...[0, 1, 2, 3].map((k) => drops[i * 8 + from + k]!));
      spots.push({
        ...{ xPx: column * step, yPx: row * step, radiusPx: radius, redder: least(0), darker: least(4) },
        strength: strength.map((values) => values[i]!),
      });
    }
  }
  return spots;
}

function isPeak(values: Float32Array, i: number, columns: number): boolean {
  const own = values[i]!;
  if (!(own > 1)) return false;
  for (let above = i - columns; above <= i + columns; above += columns) {
    if (values[above - 1]! > own || values[above]! > own || values[above + 1]! > own) return false;
  }
  return true;
}

/** The spread of a normal distribution with the same middle half; values far out do not count. */
function spreadOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return (sorted[Math.floor(sorted.length * 0.75)]! - sorted[Math.floor(sorted.length * 0.25)]!) / 1.349;
}
