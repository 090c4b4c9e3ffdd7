import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Camera } from '../camera.ts';
import { type Edges, edgesOf } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';
import { matchOutlines } from './match-outlines.ts';
import type { OutlinePoints } from './outline-points.ts';
import { rimOf } from './rim.ts';
import { solveConjugate } from './solve-conjugate.ts';
import { ALIKE } from './stages.ts';

export interface FreeFormView {
  camera: Camera;
  outline: OutlinePoints;
}

export interface FreeFormOptions {
  type: ReconstructionType;
  rounds: number;
}

/** How hard the surface resists bending: weight of ∫ (Δ displacement)² over the surface. */
const STIFFNESS: Readonly<Record<ReconstructionType, number>> = { face: 50, mammo: 200, body: 200 };
/** A displacement of this size costs as much as one sigma of an outline, per patch of surface; metres, square metres. */
const USUAL_M = 0.005;
const PATCH_M2 = 0.01;
/** Of the picture's height: how far an outline is looked for, where it counts a quarter, and its noise. */
const REACH = 0.03;
const DOUBT = 0.015;
const NOISE = 0.0015;
/** Outlines seen more obliquely than this (cosine) say nothing about how far a vertex rises. */
const LEAST_ACROSS = 0.3;

/**
 * What the shape space cannot say: vertices move along their normals until the outlines agree, while the field of
 * displacements stays small and bends little, so that a rim carries its surroundings with it and no ridge stands along it.
 *
 * Three heads of six photos, mean of face / head in mm: without 1.36 / 4.13, stiffness 5 0.99 / 2.73, 50 1.01 / 2.67, 500
 * 1.16 / 3.06: hair is what the shape space lacks. Four trunks' fronts: without 1.91, stiffness 50 1.86, 500 1.88.
 *
 * @param ignored per vertex, 1 where the surface is not the person's (cut ends)
 */
export function freeForm(
  mesh: Mesh,
  views: readonly FreeFormView[],
  ignored: Uint8Array,
  options: FreeFormOptions,
): Mesh {
  const count = mesh.positions.length / 3;
  const edges = edgesOf(mesh.triangles, count);
  const normals = vertexNormals(mesh);
  const bend = bending(mesh, edges);
  let displacement: Float64Array = new Float64Array(count);
  for (let round = 0; round < options.rounds; round++) {
    const pulls = pullsOf(moved(mesh.positions, normals, displacement), normals, mesh.triangles, edges, views, ignored);
    displacement = solveSmooth(displacement, pulls, bend, STIFFNESS[options.type]);
  }
  return { positions: moved(mesh.positions, normals, displacement), triangles: mesh.triangles };
}

function moved(positions: Float64Array, normals: Float64Array, by: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i++) out[i] = positions[i]! + normals[i]! * by[(i / 3) | 0]!;
  return out;
}

/** Points of the outline: two vertices, their shares, by how much they must rise, metres, and how surely. */
interface Pulls {
  first: number[];
  second: number[];
  share: number[];
  rise: number[];
  weight: number[];
}

function pullsOf(
  positions: Float64Array,
  normals: Float64Array,
  triangles: Uint32Array,
  edges: Edges,
  views: readonly FreeFormView[],
  ignored: Uint8Array,
): Pulls {
  const pulls: Pulls = { first: [], second: [], share: [], rise: [], weight: [] };
  const now = vertexNormals({ positions, triangles });
  for (const { camera, outline } of views) {
    const { heightPx, focalPx, rotation: r, translation: t } = camera;
    const rim = rimOf(positions, now, triangles, edges, camera, ignored);
    const matches = matchOutlines(rim, outline, REACH * heightPx, heightPx);
    const limit = (DOUBT * heightPx) ** 2;
    for (let m = 0; m < matches.count; m++) {
      const i = matches.rim[m]!;
      const [a, b, share] = [rim.first[i]!, rim.second[i]!, rim.share[i]!];
      const mix = (values: Float64Array, c: number) => values[a * 3 + c]! * (1 - share) + values[b * 3 + c]! * share;
      const depth = r[6]! * mix(positions, 0) + r[7]! * mix(positions, 1) + r[8]! * mix(positions, 2) + t[2];
      const along = (k: number) => r[k]! * mix(normals, 0) + r[k + 1]! * mix(normals, 1) + r[k + 2]! * mix(normals, 2);
      const pxPerMetre =
        ((matches.normal[m * 2]! * along(0) + matches.normal[m * 2 + 1]! * along(3)) * focalPx) / depth;
      if (pxPerMetre < (LEAST_ACROSS * focalPx) / depth) continue;
      const residual = matches.residual[m]!;
      const robust = (limit / (limit + residual * residual)) ** 2;
      const perPx = matches.lengthPx[m]! / (ALIKE * heightPx * (NOISE * heightPx) ** 2);
      pulls.first.push(a);
      pulls.second.push(b);
      pulls.share.push(share);
      pulls.rise.push(-residual / pxPerMetre);
      pulls.weight.push(perPx * robust * pxPerMetre * pxPerMetre);
    }
  }
  return pulls;
}

/** What bends: `(Δ d)_v = (mean of the neighbours − d_v) · rate_v`, over `area_v`. */
interface Bending {
  edges: Edges;
  degree: Float64Array;
  rate: Float64Array;
  area: Float64Array;
}

function bending({ positions }: Mesh, edges: Edges): Bending {
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

/** The transposed of `laplacian`. */
function laplacianBack({ edges: { ends }, degree, rate }: Bending, values: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let e = 0; e < ends.length; e += 2) {
    const a = ends[e]!;
    const b = ends[e + 1]!;
    const apart = (values[a]! * rate[a]!) / degree[a]! - (values[b]! * rate[b]!) / degree[b]!;
    out[a] = out[a]! - apart;
    out[b] = out[b]! + apart;
  }
}

function solveSmooth(from: Float64Array, pulls: Pulls, bend: Bending, stiffness: number): Float64Array {
  const count = from.length;
  const bent = new Float64Array(count);
  const back = new Float64Array(count);
  const small = bend.area.map((area) => area / PATCH_M2 / USUAL_M ** 2);
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
