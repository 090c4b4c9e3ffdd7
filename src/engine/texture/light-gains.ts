import type { Mesh } from '../surface/mesh.ts';
import { broadNormals } from './broad-normals.ts';
import { directedLight, usualColour } from './directed-light.ts';

/**
 * Factors, 3 per vertex, that make each photo show every part of the person in one even light; the front photo's
 * middle keeps its brightness. First each photo's own light is taken out, then the photos are made to agree.
 *
 * @param colours per photo, those of the vertices; they are multiplied by the factors
 * @param first the front photo's number
 */
export function evenLight(
  mesh: Mesh,
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
  first: number,
): Float32Array[] {
  const normals = broadNormals(mesh);
  const usual = usualColour(colours[first]!, weights[first]!);
  const gains = colours.map((own, view) =>
    directedLight(normals, own, weights[view]!, usual).map((log) => Math.exp(-log)),
  );
  multiply(colours, gains);
  const level = levels(colours, weights, first);
  const levelled = colours.map((own, view) => own.map((_, i) => level[view]![i % 3]!));
  multiply(colours, levelled);
  multiply(gains, levelled);
  return gains;
}

function multiply(values: readonly Float32Array[], factors: readonly Float32Array[]): void {
  values.forEach((own, view) => {
    for (let i = 0; i < own.length; i++) own[i] = own[i]! * factors[view]![i]!;
  });
}

/**
 * One factor per photo and channel that makes photos agree where they overlap, the front photo being the measure.
 * Median of log ratios; a photo that overlaps too little keeps its own level.
 */
function levels(colours: readonly Float32Array[], weights: readonly Float32Array[], first: number): number[][] {
  const order = [first, ...colours.keys()].filter((view, i, all) => all.indexOf(view) === i);
  const gains = colours.map(() => [1, 1, 1]);
  const settled = [first];
  const waiting = order.slice(1);
  while (waiting.length > 0) {
    const overlaps = waiting.map((view) => sharedVertices(weights, settled, view));
    const widest = overlaps.reduce((best, list, i) => (list.length > overlaps[best]!.length ? i : best), 0);
    const view = waiting[widest]!;
    const shared = overlaps[widest]!;
    if (shared.length >= MIN_OVERLAP)
      gains[view] = [0, 1, 2].map((c) => gainOf(colours, weights, gains, settled, view, shared, c));
    settled.push(view);
    waiting.splice(widest, 1);
  }
  return gains;
}

const MIN_OVERLAP = 60;
const MAX_GAIN = 1.5;
const CLEAR = 0.004;

function sharedVertices(weights: readonly Float32Array[], settled: readonly number[], view: number): number[] {
  const own = weights[view]!;
  const shared: number[] = [];
  for (let i = 0; i < own.length; i++) {
    if (own[i]! > CLEAR && settled.some((other) => weights[other]![i]! > CLEAR)) shared.push(i);
  }
  return shared;
}

function gainOf(
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
  gains: readonly number[][],
  settled: readonly number[],
  view: number,
  shared: readonly number[],
  channel: number,
): number {
  const ratios = Float64Array.from(shared, (i) => {
    let [sum, total] = [0, 0];
    for (const other of settled) {
      sum += colours[other]![i * 3 + channel]! * gains[other]![channel]! * weights[other]![i]!;
      total += weights[other]![i]!;
    }
    return Math.log((sum / total + 4) / (colours[view]![i * 3 + channel]! + 4));
  });
  ratios.sort();
  return Math.min(MAX_GAIN, Math.max(1 / MAX_GAIN, Math.exp(ratios[ratios.length >> 1]!)));
}
