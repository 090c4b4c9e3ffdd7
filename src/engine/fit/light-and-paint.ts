import { TERMS } from '../texture/directed-light.ts';
import { addPrior, addRow, type NormalEquations, newEquations, solveEquations } from './least-squares.ts';
import { LIGHT } from './light-terms.ts';
import type { Sample, Shade } from './shade-in-photos.ts';
import type { SkinPlaces } from './skin-places.ts';

/** What neither light, paint nor modes explain, of the logarithm of red light on a cm² of skin. */
const SIGMA = 0.2;
/** A place counts a quarter if its light is this far from what is expected: spots, hair, glasses, gleams. */
const DOUBT = 0.25;
/** Standard deviations of the light's terms, order by order, logarithm. */
const LIGHT_SIGMA = [10, 3, 1] as const;
/** Standard deviation of the share by which less light arrives in a hollow; see `HOLLOWS`. */
const HOLLOW_SIGMA = 0.1;

/** How far the light of a sample is from what is guessed. */
export function unexplained(
  { terms }: Shade,
  { ways, paint }: SkinPlaces,
  guess: Float64Array,
  sample: Sample,
): number {
  const { light, place, log } = sample;
  let left = log;
  for (let k = 0; k < LIGHT; k++) left -= terms[place * LIGHT + k]! * guess[light * LIGHT + k]!;
  const skin = guess.length - ways;
  for (let k = 0; k < ways; k++) left -= paint[place * ways + k]! * guess[skin + k]!;
  return left;
}

export function weightOf({ rest }: SkinPlaces, { place, area }: Sample, residual: number): number {
  const robust = 1 / (1 + (residual / DOUBT) ** 2) ** 2;
  return robust / (SIGMA ** 2 / area + rest[place]!);
}

/** Finds light and paint for the shape as it is. */
export function explain(shade: Shade, places: SkinPlaces, guess: Float64Array): void {
  const equations = newEquations(guess.length);
  addUnknowns(equations, 0, guess, (guess.length - places.ways) / LIGHT);
  const row = new Float64Array(guess.length);
  const columns = unknownColumns(0, guess.length, places.ways).map((one) => Int32Array.from(one));
  for (const sample of shade.samples) {
    const residual = unexplained(shade, places, guess, sample);
    fillUnknowns(row, 0, shade, places, guess, sample);
    addRow(equations, row, residual, weightOf(places, sample, residual), columns[sample.light]!);
  }
  const step = solveEquations(equations, 0);
  for (let k = 0; k < guess.length; k++) guess[k] = guess[k]! + step[k]!;
}

/** What is usual of light and paint. */
export function addUnknowns(equations: NormalEquations, from: number, guess: Float64Array, lights: number): void {
  guess.forEach((value, k) => {
    const term = k % LIGHT;
    let sigma = 1;
    if (k < lights * LIGHT) sigma = term < TERMS ? LIGHT_SIGMA[Math.floor(Math.sqrt(term))]! : HOLLOW_SIGMA;
    // How bright a photo is on the whole is not known at all.
    if (k >= lights * LIGHT || term > 0) addPrior(equations, from + k, value, 1 / sigma ** 2);
  });
}

/** Fills the part of a row from `from` on, which is about light and paint. */
export function fillUnknowns(
  row: Float64Array,
  from: number,
  { terms }: Shade,
  { ways, paint }: SkinPlaces,
  guess: Float64Array,
  { light, place }: Sample,
): void {
  const own = from + light * LIGHT;
  const skin = from + guess.length - ways;
  for (let k = 0; k < LIGHT; k++) row[own + k] = -terms[place * LIGHT + k]!;
  for (let k = 0; k < ways; k++) row[skin + k] = -paint[place * ways + k]!;
}

/** The columns of light and paint, of each light. */
export function unknownColumns(from: number, count: number, ways: number): number[][] {
  const lights = (count - ways) / LIGHT;
  const skin = Array.from({ length: ways }, (_, k) => from + lights * LIGHT + k);
  return Array.from({ length: lights }, (_, light) => [
    ...Array.from({ length: LIGHT }, (__, k) => from + light * LIGHT + k),
    ...skin,
  ]);
}
