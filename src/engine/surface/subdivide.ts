import { type Edges, edgesOf } from './edges.ts';
import type { Mesh } from './mesh.ts';

/**
 * Loop's subdivision: each triangle becomes four, and the surface becomes smooth (Charles Loop, 1987, with Warren's
 * weights). Vertices that `isSharp`, such as those of a cut's rim, stay in place.
 *
 * It rounds the surface: a mean head moves by 0.18 mm (mean over its vertices) and a body by 0.40 mm, their volumes by
 * −0.2 and −0.5 %. Moving the vertices outwards beforehand, so that they end in their old places, made ripples instead.
 */
export function subdivide({ positions, triangles }: Mesh, isSharp: (vertex: number) => boolean = () => false): Mesh {
  const count = positions.length / 3;
  const all = edgesOf(triangles, count);
  const { ends } = all;
  const opposite = oppositeCorners(triangles, all);
  const edges = ends.length / 2;
  const out = new Float64Array((count + edges) * 3);
  moveVertices(positions, ends, isSharp, out);
  for (let e = 0; e < edges; e++) {
    const [a, b] = [ends[e * 2]! * 3, ends[e * 2 + 1]! * 3];
    const [left, right] = [opposite[e * 2]! * 3, opposite[e * 2 + 1]! * 3];
    const isCrease = right < 0 || (isSharp(ends[e * 2]!) && isSharp(ends[e * 2 + 1]!));
    for (let c = 0; c < 3; c++) {
      const along = positions[a + c]! + positions[b + c]!;
      out[(count + e) * 3 + c] = isCrease
        ? along / 2
        : (3 / 8) * along + (1 / 8) * (positions[left + c]! + positions[right + c]!);
    }
  }
  return { positions: out, triangles: fourOfEach(triangles, all, count) };
}

/** The four triangles of each triangle, in order; the new vertices of edges are numbered from `count`. */
export function fourOfEach(triangles: Uint32Array, { ofTriangle }: Edges, count: number): Uint32Array {
  const finer = new Uint32Array(triangles.length * 4);
  for (let t = 0, o = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const [ab, bc, ca] = [ofTriangle[t]! + count, ofTriangle[t + 1]! + count, ofTriangle[t + 2]! + count];
    for (const corner of [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]) finer[o++] = corner;
  }
  return finer;
}

/** Per edge the third vertex of the triangle on each side; −1 if there is none. */
function oppositeCorners(triangles: Uint32Array, { ends, ofTriangle }: Edges): Int32Array {
  const opposite = new Int32Array(ends.length).fill(-1);
  for (let corner = 0; corner < triangles.length; corner++) {
    const at = ofTriangle[corner]! * 2;
    opposite[opposite[at]! < 0 ? at : at + 1] = triangles[corner % 3 === 0 ? corner + 2 : corner - 1]!;
  }
  return opposite;
}

/** Warren's simple weights: the neighbours' share in a vertex's place. */
const weightOf = (valence: number) => (valence === 3 ? 9 / 16 : 3 / 8);

function moveVertices(
  positions: Float64Array,
  ends: Uint32Array,
  isSharp: (vertex: number) => boolean,
  out: Float64Array,
): void {
  const valence = new Uint32Array(positions.length / 3);
  for (let k = 0; k < ends.length; k++) {
    const vertex = ends[k]!;
    const other = ends[k ^ 1]!;
    valence[vertex] = valence[vertex]! + 1;
    for (let c = 0; c < 3; c++) out[vertex * 3 + c] = out[vertex * 3 + c]! + positions[other * 3 + c]!;
  }
  for (let v = 0; v < valence.length; v++) {
    const weight = valence[v] === 0 || isSharp(v) ? 0 : weightOf(valence[v]!);
    for (let c = v * 3; c < v * 3 + 3; c++) {
      out[c] = (1 - weight) * positions[c]! + (weight === 0 ? 0 : (weight * out[c]!) / valence[v]!);
    }
  }
}
