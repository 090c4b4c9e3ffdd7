import { solveEquations } from '../fit/least-squares.ts';
import { medianOf } from '../median.ts';

/** Spherical harmonics of the first three orders: enough for matt skin under any light from far away. */
export const TERMS = 9;
/** A colour this near to skin in this light still counts as skin, in natural logs. */
const TOLERANCE = 0.3;
/** The same between channels: light changes hue little, so other hues are hair, clothes, nipples, bruises. */
const HUE_TOLERANCE = 0.12;
const ROUNDS = 4;
/** Vertices with a smaller weight in a photo do not count for its light. */
const CLEAR = 5e-4;
/** One of this many vertices is used. */
const STRIDE = 8;
/**
 * Pull of each order towards 0, as a share of the sum of the weights, or of so many vertices if fewer are skin. A weak
 * pull would take hair on one side for shade.
 */
const RIDGES = [1e-4, 1e-3, 2e-2] as const;
const FEW = 100;
/** Keeps the logs of dark pixels from becoming noise; in 8-bit steps. */
const DARK_FLOOR = 4;
/** The largest factor by which a place becomes brighter or darker. */
const MOST = Math.log(2.5);

/**
 * The factor by which one photo's light makes each direction of the surface brighter, natural log, per vertex and
 * channel; 0 in the weighted mean. It is the smooth function of the normal alone that makes this photo's skin equally
 * bright all round; so marks on the skin are not taken for light.
 *
 * @param usual the skin's usual colour, logs of 3 channels
 */
export function directedLight(
  normals: Float64Array,
  colours: Float32Array,
  weights: Float32Array,
  usual: readonly number[],
): Float32Array {
  const samples = samplesOf(normals, colours, weights, usual);
  const light = [0, 1, 2].map(() => new Float64Array(TERMS));
  for (let round = 0; round < ROUNDS; round++) fitRound(samples, light);
  const field = fieldOf(normals, light);
  takeMeanOut(field, weights);
  return field;
}

/** Median log colour of the vertices that a photo shows well. */
export function usualColour(colours: Float32Array, weights: Float32Array): number[] {
  const seen: number[] = [];
  for (let i = 0; i < weights.length; i += STRIDE) if (weights[i]! > WELL_SEEN) seen.push(i);
  return [0, 1, 2].map((c) => medianOf(Float64Array.from(seen, (i) => logOf(colours[i * 3 + c]!))));
}

const WELL_SEEN = 0.15;

function samplesOf(normals: Float64Array, colours: Float32Array, weights: Float32Array, usual: readonly number[]) {
  const chosen: number[] = [];
  for (let i = 0; i < weights.length; i += STRIDE) if (weights[i]! > CLEAR) chosen.push(i);
  const samples = {
    count: chosen.length,
    weights: new Float64Array(chosen.length),
    /** `TERMS` per sample. */
    terms: new Float64Array(chosen.length * TERMS),
    /** Log colour minus the usual one, 3 per sample. */
    logs: new Float64Array(chosen.length * 3),
  };
  chosen.forEach((vertex, i) => {
    const at = vertex * 3;
    // Steep places tell most about the light, but little about the colour.
    samples.weights[i] = Math.min(1, weights[vertex]!) ** 0.125;
    for (let c = 0; c < 3; c++) samples.logs[i * 3 + c] = logOf(colours[at + c]!) - usual[c]!;
    harmonics(normals, at, samples.terms, i * TERMS);
  });
  return samples;
}

const logOf = (value: number) => Math.log(value + DARK_FLOOR);

/** Writes the terms of the direction at `at` of `normals`. */
export function harmonics(normals: Float64Array, at: number, out: Float64Array, to: number): void {
  const x = normals[at]!;
  const y = normals[at + 1]!;
  const z = normals[at + 2]!;
  out[to] = 1;
  out[to + 1] = x;
  out[to + 2] = y;
  out[to + 3] = z;
  out[to + 4] = 2 * x * y;
  out[to + 5] = 2 * x * z;
  out[to + 6] = 2 * y * z;
  out[to + 7] = x * x - z * z;
  out[to + 8] = (3 * y * y - 1) / Math.sqrt(3);
}

/** One step of iteratively reweighted least squares. */
function fitRound({ count, weights, terms, logs }: ReturnType<typeof samplesOf>, light: Float64Array[]): void {
  const matrix = new Float64Array(TERMS * TERMS);
  const rights = light.map(() => new Float64Array(TERMS));
  let total = 0;
  for (let i = 0; i < count; i++) {
    const weight = weights[i]! * likeSkin(terms, logs, light, i);
    total += weight;
    for (let a = 0; a < TERMS; a++) {
      const scaled = weight * terms[i * TERMS + a]!;
      for (let c = 0; c < 3; c++) rights[c]![a] = rights[c]![a]! + scaled * logs[i * 3 + c]!;
      for (let b = 0; b <= a; b++) matrix[a * TERMS + b] = matrix[a * TERMS + b]! + scaled * terms[i * TERMS + b]!;
    }
  }
  for (let a = 0; a < TERMS; a++) {
    const ridge = RIDGES[Math.floor(Math.sqrt(a))]! * Math.max(total, FEW);
    matrix[a * TERMS + a] = matrix[a * TERMS + a]! + ridge;
  }
  for (let c = 0; c < 3; c++) {
    light[c]!.set(solveEquations({ size: TERMS, matrix: matrix.slice(), right: rights[c]! }, 0));
  }
}

/** Welsch's weight: 1 if a sample looks like skin in this light, towards 0 the less it does. */
function likeSkin(terms: Float64Array, logs: Float64Array, light: readonly Float64Array[], i: number): number {
  const r = logs[i * 3]! - inLight(light[0]!, terms, i);
  const g = logs[i * 3 + 1]! - inLight(light[1]!, terms, i);
  const b = logs[i * 3 + 2]! - inLight(light[2]!, terms, i);
  const mean = (r + g + b) / 3;
  const hue = Math.sqrt((r - mean) ** 2 + (g - mean) ** 2 + (b - mean) ** 2);
  return Math.exp(-((mean / TOLERANCE) ** 2) - (hue / HUE_TOLERANCE) ** 2);
}

function inLight(light: Float64Array, terms: Float64Array, i: number): number {
  let sum = 0;
  for (let a = 0; a < TERMS; a++) sum += light[a]! * terms[i * TERMS + a]!;
  return sum;
}

function fieldOf(normals: Float64Array, light: readonly Float64Array[]): Float32Array {
  const field = new Float32Array(normals.length);
  const terms = new Float64Array(TERMS);
  for (let at = 0; at < field.length; at += 3) {
    harmonics(normals, at, terms, 0);
    for (let c = 0; c < 3; c++) field[at + c] = inLight(light[c]!, terms, 0);
  }
  return field;
}

/** Keeps the brightness of the places that a photo shows best, and changes nothing by more than `MOST`. */
function takeMeanOut(field: Float32Array, weights: Float32Array): void {
  let total = 0;
  const sums = [0, 0, 0];
  for (let i = 0; i < weights.length; i++) {
    total += weights[i]!;
    for (let c = 0; c < 3; c++) sums[c] = sums[c]! + weights[i]! * field[i * 3 + c]!;
  }
  if (total === 0) return;
  const [r, g, b] = sums.map((sum) => sum / total) as [number, number, number];
  for (let i = 0; i < field.length; i += 3) {
    field[i] = bounded(field[i]! - r);
    field[i + 1] = bounded(field[i + 1]! - g);
    field[i + 2] = bounded(field[i + 2]! - b);
  }
}

const bounded = (log: number) => Math.min(MOST, Math.max(-MOST, log));
