import type { Edges } from '../surface/edges.ts';
import type { Mesh } from '../surface/mesh.ts';
import { solveConjugate } from './least-squares.ts';

/** Points of the outline: two vertices, their shares, by how much they must rise (metres), how certain. */
export interface Pulls {
  first: number[];
  second: number[];
  share: number[];
  rise: number[];
  weight: number[];
}

/** The weights that limit the displacements. */
export interface Resistance {
  /** Weight against bending, of ∫ (Δ displacement)² over the surface. */
  stiffness: number;
  /** Per vertex: a displacement of this size costs as much as one sigma of an outline, per `PATCH_M2` of surface; metres. */
  usualM: Float64Array;
}

const PATCH_M2 = 0.01;

export type Bending = ReturnType<typeof bending>;

/** The operator of bending: `(Δ d)_v = (mean of the neighbours − d_v) · rate_v`, over `area_v`. */
export function bending({ positions }: Mesh, edges: Edges) {
  const count = positions.length / 3;
  const degree = new Float64Array(count);
  const squares = new Float64Array(count);
  for (let e = 0; e < edges.ends.length; e += 2) {
    const [a, b] = [edges.ends[e]!, edges.ends[e + 1]!];
    let square = 0;
    for (let c = 0; c < 3; c++) square += (positions[a * 3 + c]! - positions[b * 3 + c]!) ** 2;
    for (const v of [a, b]) {
      degree[v] = degree[v]! + 1;
      squares[v] = squares[v]! + square;
    }
  }
  const usual = squares.map((sum, v) => sum / Math.max(1, degree[v]!));
  return { edges, degree, rate: usual.map((square) => 4 / square), area: usual.map((square) => square * 0.87) };
}

function laplacian({ edges: { ends }, degree, rate }: Bending, values: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let e = 0; e < ends.length; e += 2) {
    const a = ends[e]!;
    const b = ends[e + 1]!;
    out[a] = out[a]! + values[b]! - values[a]!;
    out[b] = out[b]! + values[a]! - values[b]!;
  }
  for (let v = 0; v < out.length; v++) out[v] = (out[v]! * rate[v]!) / degree[v]!;
}

/** The transpose of `laplacian`; destroys the values. */
function laplacianBack({ edges: { ends }, degree, rate }: Bending, values: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let v = 0; v < out.length; v++) values[v] = (values[v]! * rate[v]!) / degree[v]!;
  for (let e = 0; e < ends.length; e += 2) {
    const a = ends[e]!;
    const b = ends[e + 1]!;
    const apart = values[a]! - values[b]!;
    out[a] = out[a]! - apart;
    out[b] = out[b]! + apart;
  }
}

/** The displacements, metres, that fit the pulls best; `from` is where the pulls were found, and the first guess. */
export function solveSmooth(
  from: Float64Array,
  pulls: Pulls,
  bend: Bending,
  { stiffness, usualM }: Resistance,
): Float64Array {
  const count = from.length;
  const bent = new Float64Array(count);
  const back = new Float64Array(count);
  const small = bend.area.map((area, v) => area / PATCH_M2 / usualM[v]! ** 2);
  const right = new Float64Array(count);
  const diagonal = small.map((weight, v) => weight + stiffness * bend.area[v]! * bend.rate[v]! ** 2 * 1.2);
  for (let i = 0; i < pulls.rise.length; i++) {
    const [a, b, s, w] = [pulls.first[i]!, pulls.second[i]!, pulls.share[i]!, pulls.weight[i]!];
    const target = from[a]! * (1 - s) + from[b]! * s + pulls.rise[i]!;
    right[a] = right[a]! + w * (1 - s) * target;
    right[b] = right[b]! + w * s * target;
    diagonal[a] = diagonal[a]! + w * (1 - s) ** 2;
    diagonal[b] = diagonal[b]! + w * s * s;
  }
  const apply = (values: Float64Array, out: Float64Array) => {
    laplacian(bend, values, bent);
    for (let v = 0; v < count; v++) bent[v] = bent[v]! * bend.area[v]! * stiffness;
    laplacianBack(bend, bent, back);
    for (let v = 0; v < count; v++) out[v] = back[v]! + small[v]! * values[v]!;
    for (let i = 0; i < pulls.rise.length; i++) {
      const a = pulls.first[i]!;
      const b = pulls.second[i]!;
      const s = pulls.share[i]!;
      const w = pulls.weight[i]!;
      const value = w * (values[a]! * (1 - s) + values[b]! * s);
      out[a] = out[a]! + value * (1 - s);
      out[b] = out[b]! + value * s;
    }
  };
  return solveConjugate(apply, right, diagonal, from, 150);
}
