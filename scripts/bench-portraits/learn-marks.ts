import {
  featureCount,
  featuresAt,
  type LearnedMark,
  type MarkPatch,
  placeMark,
  placesOf,
  sharesOf,
} from '../../src/engine/landmarks/mark-search.ts';

/** A mark of one side of a face and where it truly is: `u` outwards from the middle of the face. */
export interface MarkSample {
  face: string;
  patch: MarkPatch;
  side: -1 | 1;
  u: number;
  v: number;
}

/** Price of large weights, against learning a few faces by heart (with 1: wings of noses 92 instead of 98 %); error of a marked point, in distances of the pupils. */
const PRICE = 0.3;
const MARKED = 0.012;
/** The spread over all people is a little wider than that of a few. */
const WIDER = 1.15;
/** Steps of the search for the weights, and their lengths (Adam's method). */
const ROUNDS = 200;
const LENGTH = 0.15;
const [MEMORY, SQUARES_MEMORY, TINY] = [0.9, 0.99, 1e-9];

/**
 * Learns by which weights of the light round a place the true one is the likeliest of all that may be tried (a softmax
 * over places), together with how usual each place is.
 */
export function learnMark(samples: readonly MarkSample[]): LearnedMark {
  const usual = [mean(samples.map(({ u }) => u)), mean(samples.map(({ v }) => v))] as const;
  const spread = [
    WIDER * rms(samples.map(({ u }) => u - usual[0])),
    WIDER * rms(samples.map(({ v }) => v - usual[1])),
  ] as const;
  const places = placesOf({ usual, spread });
  const tasks = samples.map((sample) => taskOf(sample, places));
  const length = featureCount(samples[0]!.patch);
  const [weights, slope, squares] = [new Float64Array(length), new Float64Array(length), new Float64Array(length)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gain = weights.map((weight) => -PRICE * weight);
    for (const task of tasks) addGain(gain, task, weights, places);
    for (let k = 0; k < length; k++) {
      slope[k] = MEMORY * slope[k]! + (1 - MEMORY) * gain[k]!;
      squares[k] = SQUARES_MEMORY * squares[k]! + (1 - SQUARES_MEMORY) * gain[k]! ** 2;
      const steepness = Math.sqrt(squares[k]! / (1 - SQUARES_MEMORY ** round)) + TINY;
      weights[k]! += (LENGTH * slope[k]!) / (1 - MEMORY ** round) / steepness;
    }
  }
  return { usual, spread, weights: Array.from(weights), surprise: 1 };
}

interface Task {
  /** The features of all places, one after another. */
  features: Float32Array;
  /** How likely each place is the marked one. */
  truth: readonly number[];
}

function taskOf({ patch, side, u, v }: MarkSample, places: ReturnType<typeof placesOf>): Task {
  const length = featureCount(patch);
  const one = new Float64Array(length);
  const features = new Float32Array(places.length * length);
  for (const [i, place] of places.entries()) {
    featuresAt(patch, side, place.u, place.v, one);
    features.set(one, i * length);
  }
  return {
    features,
    truth: sharesOf(places.map((place) => -((place.u - u) ** 2 + (place.v - v) ** 2) / 2 / MARKED ** 2)),
  };
}

function addGain(
  gain: Float64Array,
  { features, truth }: Task,
  weights: Float64Array,
  places: ReturnType<typeof placesOf>,
) {
  const length = weights.length;
  const scores = places.map(({ usual }, i) => {
    let score = usual;
    for (let k = 0; k < length; k++) score += weights[k]! * features[i * length + k]!;
    return score;
  });
  for (const [i, share] of sharesOf(scores).entries()) {
    const off = truth[i]! - share;
    if (Math.abs(off) < 1e-6) continue;
    for (let k = 0; k < length; k++) gain[k]! += off * features[i * length + k]!;
  }
}

/** Errors of marks found in faces that they were not learned from. */
export interface HeldOut {
  face: string;
  error: number;
  sigma: number;
}

/** Learns from each half of the faces and finds the marks of the other half. */
export function heldOutErrors(samples: readonly MarkSample[]): HeldOut[] {
  const faces = [...new Set(samples.map(({ face }) => face))];
  const half = (which: number) => samples.filter(({ face }) => faces.indexOf(face) % 2 === which);
  return [0, 1].flatMap((which) => {
    const learned = learnMark(half(1 - which));
    return half(which).map(({ face, patch, side, u, v }) => {
      const found = placeMark(patch, side, learned);
      return { face, error: Math.hypot(side * found.u - u, found.v - v), sigma: found.sigma };
    });
  });
}

/** Errors over what the scores tell, both in either direction. */
export const surpriseOf = (errors: readonly HeldOut[]) =>
  rms(errors.map(({ error, sigma }) => error / sigma)) / Math.SQRT2;

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const rms = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => value ** 2)));
