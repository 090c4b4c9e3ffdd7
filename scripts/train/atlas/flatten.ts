import { solveConjugate } from '../../../src/engine/fit/least-squares.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import type { Chart } from './charts.ts';

/** A chart laid flat, metres: x to the right and y down, two per vertex. */
export interface Flat {
  /** The mesh's vertex that each of its own is. */
  vertices: number[];
  /** Three of its own vertices per triangle. */
  corners: Uint32Array;
  xy: Float64Array;
}

const ROUNDS = 60;
const SOLVER_STEPS = 200;
/** No triangle becomes smaller than this share of its true area on the way. */
const LEAST_AREA = 0.02;

/**
 * Lays a chart flat as rigidly as it goes (Liu et al., 2008): in turn each triangle's best rotation from its true
 * shape, then the places that fit all of them best. It starts from the chart as seen along its direction and takes
 * shorter steps where a triangle would turn over.
 */
export function flatten(mesh: Mesh, chart: Chart): Flat {
  const flat = projected(mesh, chart);
  const shapes = trueShapes(mesh, flat);
  const { apply, diagonal } = laplacian(flat, shapes);
  for (let round = 0; round < ROUNDS; round++) {
    const wanted = solveConjugate(apply, rightSide(flat, shapes), diagonal, flat.xy, SOLVER_STEPS);
    const from = flat.xy;
    for (let share = 1; share > 1e-3; share *= 0.7) {
      flat.xy = from.map((value, i) => value + share * (wanted[i]! - value));
      if (isUpright(flat, shapes)) break;
      flat.xy = from;
    }
  }
  return flat;
}

function projected({ positions, triangles }: Mesh, { triangles: members, right, down }: Chart): Flat {
  const own = new Map<number, number>();
  const corners = Uint32Array.from(
    members.flatMap((t) => [0, 1, 2].map((k) => triangles[t * 3 + k]!)),
    (vertex) => {
      if (!own.has(vertex)) own.set(vertex, own.size);
      return own.get(vertex)!;
    },
  );
  const vertices = [...own.keys()];
  const along = (vertex: number, d: readonly number[]) =>
    [0, 1, 2].reduce((sum, c) => sum + positions[vertex * 3 + c]! * d[c]!, 0);
  const xy = Float64Array.from(vertices.flatMap((vertex) => [along(vertex, right), along(vertex, down)]));
  return { vertices, corners, xy };
}

/** Per triangle its true shape in a plane, x and y of its second and third corner seen from the first, and cotangents. */
interface Shapes {
  edges: Float64Array;
  /** Of the angle across from each edge (0–1, 1–2, 2–0), not below a little. */
  weights: Float64Array;
}

function trueShapes({ positions }: Mesh, { vertices, corners }: Flat): Shapes {
  const edges = new Float64Array((corners.length / 3) * 4);
  const weights = new Float64Array(corners.length);
  const at = (corner: number) =>
    positions.subarray(vertices[corners[corner]!]! * 3, vertices[corners[corner]!]! * 3 + 3);
  const minus = (a: Float64Array, b: Float64Array) => a.map((value, c) => value - b[c]!);
  const dot = (a: Float64Array, b: Float64Array) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [at(t), at(t + 1), at(t + 2)];
    const [ab, ac, bc] = [minus(b, a), minus(c, a), minus(c, b)];
    const length = Math.sqrt(dot(ab, ab));
    const x = dot(ab, ac) / length;
    const y = Math.sqrt(Math.max(1e-12, dot(ac, ac) - x * x));
    // Seen from outside, and downwards is positive: turned clockwise.
    edges.set([length, 0, x, -y], (t / 3) * 4);
    const double = length * y;
    const cotangents = [dot(ac, bc), dot(ab, ac), -dot(ab, bc)].map((value) => value / double);
    weights.set(
      cotangents.map((value) => Math.max(0.02, value)),
      t,
    );
  }
  return { edges, weights };
}

/** From which corner to which an edge runs, and its true vector. */
function edgeOf(edges: Float64Array, t: number, k: number): [number, number] {
  const [bx, by, cx, cy] = edges.subarray((t / 3) * 4, (t / 3) * 4 + 4) as unknown as [number, number, number, number];
  if (k === 0) return [bx, by];
  return k === 1 ? [cx - bx, cy - by] : [-cx, -cy];
}

const next = (t: number, k: number) => t + ((k + 1) % 3);

function laplacian({ corners, xy }: Flat, { weights }: Shapes) {
  const diagonal = new Float64Array(xy.length);
  for (let t = 0; t < corners.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      for (const corner of [t + k, next(t, k)]) {
        for (let c = 0; c < 2; c++) diagonal[corners[corner]! * 2 + c]! += weights[t + k]!;
      }
    }
  }
  // One vertex is held, lightly: the rest would slide.
  const hold = diagonal[0]! * 1e-3;
  const apply = (values: Float64Array, out: Float64Array) => {
    out.fill(0);
    for (let c = 0; c < 2; c++) out[c] = hold * values[c]!;
    for (let t = 0; t < corners.length; t += 3) {
      for (let k = 0; k < 3; k++) {
        const [a, b] = [corners[t + k]! * 2, corners[next(t, k)]! * 2];
        for (let c = 0; c < 2; c++) {
          const pull = weights[t + k]! * (values[a + c]! - values[b + c]!);
          out[a + c]! += pull;
          out[b + c]! -= pull;
        }
      }
    }
  };
  return { apply, diagonal };
}

function rightSide({ corners, xy }: Flat, { edges, weights }: Shapes): Float64Array {
  const right = new Float64Array(xy.length);
  for (let t = 0; t < corners.length; t += 3) {
    let [cosine, sine] = [0, 0];
    for (let k = 0; k < 3; k++) {
      const [x, y] = edgeOf(edges, t, k);
      const [a, b] = [corners[t + k]! * 2, corners[next(t, k)]! * 2];
      const [u, v] = [xy[b]! - xy[a]!, xy[b + 1]! - xy[a + 1]!];
      cosine += weights[t + k]! * (x * u + y * v);
      sine += weights[t + k]! * (x * v - y * u);
    }
    const length = Math.hypot(cosine, sine) || 1;
    for (let k = 0; k < 3; k++) {
      const [x, y] = edgeOf(edges, t, k);
      const [a, b] = [corners[t + k]! * 2, corners[next(t, k)]! * 2];
      const turned = [(cosine * x - sine * y) / length, (sine * x + cosine * y) / length];
      for (let c = 0; c < 2; c++) {
        right[a + c]! -= weights[t + k]! * turned[c]!;
        right[b + c]! += weights[t + k]! * turned[c]!;
      }
    }
  }
  return right;
}

/** No triangle has turned over or shrunk to nothing. */
function isUpright({ corners, xy }: Flat, { edges }: Shapes): boolean {
  for (let t = 0; t < corners.length; t += 3) {
    const [a, b, c] = [corners[t]! * 2, corners[t + 1]! * 2, corners[t + 2]! * 2];
    const area = (xy[b]! - xy[a]!) * (xy[c + 1]! - xy[a + 1]!) - (xy[b + 1]! - xy[a + 1]!) * (xy[c]! - xy[a]!);
    const truth = edges[(t / 3) * 4]! * edges[(t / 3) * 4 + 3]!;
    if (area / truth < LEAST_AREA) return false;
  }
  return true;
}
