import { neighbourLists } from '../surface/edges.ts';
import type { Mesh } from '../surface/mesh.ts';
import { harmonics, TERMS } from '../texture/directed-light.ts';
import { evenedOut } from '../texture/even-light.ts';
import type { SkinPlaces } from './skin-places.ts';

/** Rounds of smoothing, and how deep hollows then are, metres: there less light arrives. */
const HOLLOWS = [
  { rounds: 3, depth: 0.0005 },
  { rounds: 12, depth: 0.0015 },
  { rounds: 40, depth: 0.004 },
] as const;
const DEEPEST = 1.5;
/** Numbers per photo that its light takes: those of the direction, those of hollows. */
export const LIGHT = TERMS + HOLLOWS.length;

/** How much of each kind of light reaches the places: `LIGHT` per place. */
export function termsOf(mesh: Mesh, normals: Float64Array, { vertices }: SkinPlaces): Float64Array {
  const terms = new Float64Array(vertices.length * LIGHT);
  vertices.forEach((v, place) => {
    harmonics(normals, v * 3, terms, place * LIGHT);
  });
  const { start, of } = neighbourLists(mesh);
  let even = mesh.positions;
  let done = 0;
  HOLLOWS.forEach(({ rounds, depth }, k) => {
    for (; done < rounds; done++) even = evenedOut(even, start, of);
    vertices.forEach((v, place) => {
      let below = 0;
      for (let c = v * 3; c < v * 3 + 3; c++) below += (even[c]! - mesh.positions[c]!) * normals[c]!;
      terms[place * LIGHT + TERMS + k] = Math.max(-DEEPEST, Math.min(DEEPEST, below / depth));
    });
  });
  return terms;
}

/** How the light on a vertex changes as its normal changes. */
export function lightSlope(normals: Float64Array, vertex: number, light: Float64Array, out: Float64Array): void {
  const terms = new Float64Array(TERMS);
  const step = 1e-3;
  for (let c = 0; c < 3; c++) {
    out[c] = 0;
    for (const sign of [1, -1]) {
      const near = normals.slice(vertex * 3, vertex * 3 + 3);
      near[c] = near[c]! + sign * step;
      harmonics(near, 0, terms, 0);
      for (let k = 0; k < TERMS; k++) out[c] = out[c]! + (sign * terms[k]! * light[k]!) / (2 * step);
    }
  }
}
