import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { neighbourLists } from '../surface/edges.ts';
import type { ExpectedErrors } from './expected-error.ts';
import { LEARNED } from './learned.ts';
import { partAt, partsOf } from './parts.ts';

/** A vertex that photos show at least this well counts as seen; see `Coverage`. */
export const SEEN = 0.5;

/** The parts meet in steps; this many rounds make them slopes some 2 cm wide. */
const SMOOTHING_ROUNDS = 3;

/**
 * Per vertex of a finished surface, mm: 95 % of the places of such models are at most this far from the true surface.
 *
 * @param seen per vertex, from 0 (no photo shows it) to 1
 */
export function vertexErrors(
  type: ReconstructionType,
  { mesh, regions }: FinishedSurface,
  expected: ExpectedErrors,
  seen: Float32Array,
): Float32Array {
  const main = expected[partsOf(type)[0]!]!.mm;
  const { places } = LEARNED[type];
  const rest = places.rest!;
  const errors = new Float32Array(seen.length);
  mesh.triangles.forEach((v, corner) => {
    const part = partAt(type, regions[Math.floor(corner / 3)]!);
    const own = (part && places[part]) ?? rest;
    const mm = (part && places[part] && expected[part]?.mm) ?? main;
    // Between seen and unseen it goes gradually. No place is told to be nearer than its part is in the mean.
    const ratio = Math.max(1, own.unseen + (own.seen - own.unseen) * seen[v]!);
    errors[v] = Math.max(errors[v]!, mm * ratio);
  });
  return smoothed(errors, mesh);
}

function smoothed(values: Float32Array, mesh: FinishedSurface['mesh']): Float32Array {
  const { start, of } = neighbourLists(mesh);
  let now = values;
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    now = now.map((own, v) => {
      let sum = own;
      for (let k = start[v]!; k < start[v + 1]!; k++) sum += now[of[k]!]!;
      return sum / (1 + start[v + 1]! - start[v]!);
    });
  }
  return now;
}
