import type { ReconstructionType } from '../../src/contract/reconstruction.ts';
import { type PartName, partAt, partsOf } from '../../src/engine/certainty/parts.ts';
import { SEEN } from '../../src/engine/certainty/vertex-errors.ts';
import type { FinishedSurface } from '../../src/engine/morphable/finished-surface.ts';
import { align } from '../bench-engine/score/align.ts';
import { nearestOn } from '../bench-engine/score/nearest.ts';
import { BIT, type Truth, trianglesIn } from '../bench-engine/score/read-ply.ts';
import { moved, type Rigid } from '../bench-engine/score/rigid.ts';
import { samplesOf, someOf } from '../bench-engine/score/samples.ts';
import { distances } from '../bench-engine/score/score.ts';

/** Mean distance from the true surface to the model's, mm, of each part. */
export type TrueErrors = Partial<Record<PartName, number>>;

/** Distances of places of the model from the true surface, mm: of those that photos show, and of the others. */
export interface PlaceErrors {
  part: PartName | 'rest';
  isSeen: boolean;
  /** Quantiles from 0 to 1 in steps of 0.05. */
  mm: number[];
}

/** The true surface is cut into pieces of at most this size, metres: half as fine as the bench, which agrees to 0.03 mm. */
const SPACING_M = 0.006;
/** A body is wide: its places are further apart. */
const BODY_SPACING_M = 0.012;
/** Of a part. */
const MOST_SAMPLES = 6000;

/** Triangles of the true surface that make up a part. */
function trueTriangles(truth: Truth, part: PartName): number[] {
  const { positions, triangles } = truth.mesh;
  if (part === 'body') return trianglesIn(truth, 'all');
  if (part === 'face') return trianglesIn(truth, 'face');
  if (part === 'torso_front') return trianglesIn(truth, 'torso_front');
  if (part === 'skull') return trianglesIn(truth, 'head').filter((t) => !isAllIn(truth, t, BIT.face));
  const isLeft = part === 'breast_left';
  return trianglesIn(truth, 'breast').filter((t) => positions[triangles[t * 3]! * 3]! > 0 === isLeft);
}

const isAllIn = ({ mesh: { triangles }, regions }: Truth, t: number, bit: number) =>
  [0, 1, 2].every((k) => (regions[triangles[t * 3 + k]!]! & bit) !== 0);

export interface Judged {
  parts: TrueErrors;
  places: PlaceErrors[];
}

/** A true surface, made ready for many comparisons with models of one type. */
export type Reference = ReturnType<typeof referenceOf>;

export function referenceOf(type: ReconstructionType, truth: Truth) {
  const spacing = type === 'body' ? BODY_SPACING_M : SPACING_M;
  const samples = partsOf(type).map((part) => {
    const own = samplesOf(truth.mesh, trueTriangles(truth, part), spacing);
    return { part, samples: someOf(own, Math.min(MOST_SAMPLES, own.areas.length)) };
  });
  return { type, samples: samples.filter((one) => one.samples.areas.length > 0), near: nearestOn(truth.mesh) };
}

/**
 * How far a model is from the truth after turn and shift on its main part, never by scale.
 *
 * @param placed the finished surface, moved to where the truth stands but for small errors
 * @param seen per vertex, how well photos show it
 */
export function judge(reference: Reference, placed: FinishedSurface, seen: Float32Array): Judged {
  const { mesh } = placed;
  const near = nearestOn(mesh);
  const main = reference.samples[0]!.samples;
  const motion = align(mesh, near, main, main, true);
  const parts: TrueErrors = {};
  for (const { part, samples } of reference.samples) {
    parts[part] = Math.round(distances(samples, motion, near).meanMm * 100) / 100;
  }
  return { parts, places: placeErrors(reference, placed, inverseOf(motion), seen) };
}

/** The same turn and shift, backwards. */
function inverseOf([a, b, c, x, d, e, f, y, g, h, i, z]: Rigid): Rigid {
  const back = (p: number, q: number, r: number) => -(p * x! + q * y! + r * z!);
  return [a!, d!, g!, back(a!, d!, g!), b!, e!, h!, back(b!, e!, h!), c!, f!, i!, back(c!, f!, i!)];
}

/** Places that are compared, at most: neighbours say the same. */
const PLACES = 2500;

function placeErrors(
  { type, near }: Reference,
  { mesh, regions, isCap }: FinishedSurface,
  toTruth: Rigid,
  seen: Float32Array,
): PlaceErrors[] {
  const positions = moved(mesh.positions, toTruth);
  const found = new Map<string, PlaceErrors>();
  const step = Math.max(1, Math.floor(isCap.length / PLACES));
  for (let t = 0; t < isCap.length; t += step) {
    if (isCap[t] === 1) continue;
    const v = mesh.triangles[t * 3]!;
    const part = partAt(type, regions[t]!) ?? 'rest';
    const isSeen = seen[v]! >= SEEN;
    const own = found.get(`${part} ${isSeen}`) ?? { part, isSeen, mm: [] };
    found.set(`${part} ${isSeen}`, own);
    const { distance } = near(positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!);
    own.mm.push(distance * 1000);
  }
  return [...found.values()].map((one) => ({ ...one, mm: quantiles(one.mm) }));
}

const STEPS = 20;

function quantiles(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const mm = sorted[Math.round((i / STEPS) * (sorted.length - 1))]!;
    return Math.round(mm * 100) / 100;
  });
}
