import { type LandmarkName, type MorphableModel, REGION } from '../morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../morphable/surface-point.ts';

/** Vertices of a model's face where the photo shows plain skin, and how their paint may differ from even skin. */
export interface SkinPlaces {
  vertices: readonly number[];
  /** Number of independent ways in which the paint may differ. */
  ways: number;
  /** The logarithm of the paint by each way, one standard deviation of it; places × ways. */
  paint: Float64Array;
  /** Variance of the paint at each place that no way shows. */
  rest: Float64Array;
}

/** One of this many vertices is used. */
export const STRIDE = 3;
const MOST_WAYS = 64;
/** The ways show all but this share of the variance. */
const ENOUGH = 0.01;

/**
 * Uneven skin: standard deviation of the logarithm of its paint, and the length over which it is alike, metres. Half of the
 * variance is the same on both sides of the face.
 */
const UNEVEN = [
  { sigma: 0.05, length: 0.06 },
  { sigma: 0.06, length: 0.025 },
  { sigma: 0.11, length: 0.01 },
] as const;
/** Standard deviation of the strength of a beard, red cheeks, a dark forehead. */
const PATTERN_SIGMA = 0.5;

type Place = readonly [x: number, y: number, z: number];

/** Eyes, brows, lips and nostrils are left out. */
export function skinPlaces(model: MorphableModel): SkinPlaces | undefined {
  const marks = marksOf(model);
  if (marks === undefined) return undefined;
  const vertices: number[] = [];
  const places: Place[] = [];
  model.regions.forEach((bits, v) => {
    const [x, y, z] = model.mean.positions.subarray(v * 3, v * 3 + 3) as unknown as Place;
    if (v % STRIDE !== 0 || (bits & REGION.face) === 0 || !isPlain(marks, Math.abs(x), y)) return;
    vertices.push(v);
    places.push([x, y, z]);
  });
  return { vertices, ...paintOf(places, patternsOf(marks, places)) };
}

type Marks = NonNullable<ReturnType<typeof marksOf>>;

function marksOf(model: MorphableModel) {
  const at = (name: LandmarkName) => {
    const landmark = model.landmarks[name];
    return landmark && pointAt(model.mean, surfacePoint(model, landmark));
  };
  const [pupil, tip, mouth] = [at('pupil_left'), at('nose_tip'), at('mouth_left')];
  if (pupil === undefined || tip === undefined || mouth === undefined) return undefined;
  return { pupil: { x: pupil[0]!, y: pupil[1]! }, tipY: tip[1]!, mouth: { x: mouth[0]!, y: mouth[1]! } };
}

/** `x` is the distance from the middle plane; metres. */
function isPlain({ pupil, tipY, mouth }: Marks, x: number, y: number): boolean {
  const isEye = Math.hypot((x - pupil.x) / 0.021, (y - pupil.y + 0.001) / 0.012) < 1;
  const isBrow = x > pupil.x - 0.022 && x < pupil.x + 0.025 && y > pupil.y && y < pupil.y + 0.026;
  const isLip = Math.hypot(x / (mouth.x + 0.005), (y - mouth.y) / 0.012) < 1;
  const isNostril = x < 0.015 && y < tipY - 0.005 && y > tipY - 0.017;
  return !(isEye || isBrow || isLip || isNostril);
}

/** Places where paint differs together: a beard, a moustache, a chin's beard, red cheeks, a forehead under hair; 0 to 1. */
function patternsOf({ pupil, tipY, mouth }: Marks, places: readonly Place[]): Float64Array[] {
  const beardsEdge = (x: number) =>
    x < mouth.x + 0.006 ? tipY - 0.012 : mouth.y + 0.002 + (x - mouth.x - 0.006) * 0.7;
  const patterns: ((x: number, y: number) => number)[] = [
    (x, y) => step(beardsEdge(x) + 0.008, beardsEdge(x) - 0.008, y),
    (x, y) => step(0.03, 0.02, x) * step(tipY - 0.004, tipY - 0.016, y) * step(mouth.y - 0.004, mouth.y + 0.006, y),
    (x, y) => step(0.03, 0.015, x) * step(mouth.y - 0.006, mouth.y - 0.016, y),
    (x, y) => step(0.028, 0, Math.hypot(x - 0.042, y - (pupil.y + tipY) / 2 + 0.01)),
    (_, y) => step(pupil.y + 0.02, pupil.y + 0.05, y),
  ];
  return patterns.map((pattern) => Float64Array.from(places, ([x, y]) => pattern(Math.abs(x), y)));
}

/** 0 at `from`, 1 at `to`, smooth between. */
function step(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** The covariance of the paint as a sum of few ways: Cholesky, each time by the place of which least is known. */
function paintOf(places: readonly Place[], patterns: readonly Float64Array[]): Omit<SkinPlaces, 'vertices'> {
  const count = places.length;
  const covariance = (i: number, j: number) =>
    patterns.reduce((sum, own) => sum + PATTERN_SIGMA ** 2 * own[i]! * own[j]!, alike(places[i]!, places[j]!));
  const rest = Float64Array.from(places, (_, i) => covariance(i, i));
  const all = sum(rest);
  const ways: Float64Array[] = [];
  while (ways.length < MOST_WAYS && sum(rest) > ENOUGH * all) {
    const pivot = rest.reduce((best, value, i) => (value > rest[best]! ? i : best), 0);
    const root = Math.sqrt(rest[pivot]!);
    const way = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      let left = covariance(i, pivot);
      for (const other of ways) left -= other[i]! * other[pivot]!;
      way[i] = left / root;
      rest[i] = Math.max(0, rest[i]! - way[i]! ** 2);
    }
    rest[pivot] = 0;
    ways.push(way);
  }
  const paint = new Float64Array(count * ways.length);
  ways.forEach((way, k) => {
    for (let i = 0; i < count; i++) paint[i * ways.length + k] = way[i]!;
  });
  return { ways: ways.length, paint, rest };
}

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

function alike([ax, ay, az]: Place, [bx, by, bz]: Place): number {
  const across = (ay - by) ** 2 + (az - bz) ** 2;
  const own = (ax - bx) ** 2 + across;
  const mirrored = (ax + bx) ** 2 + across;
  let total = 0;
  for (const { sigma, length } of UNEVEN) {
    const near = (squared: number) => Math.exp(-squared / (2 * length * length));
    const onBoth = (near(own) + near(mirrored)) / Math.sqrt((1 + near(4 * ax * ax)) * (1 + near(4 * bx * bx)));
    total += (sigma ** 2 * (near(own) + onBoth)) / 2;
  }
  return total;
}
