import type { Vec3 } from './vector.ts';

/** A model's surface: triangles over vertices that are shared wherever they lie at one place. Metres, Y up. */
export interface Surface {
  /** x, y and z of each vertex. */
  positions: Float32Array;
  /** Three vertices for each triangle, counter-clockwise seen from outside. */
  triangles: Uint32Array;
  /** For each vertex of the file the one that stands for its place. */
  sameAs: Uint32Array;
  edges: Edges;
}

export interface Edges {
  /** The two vertices of each edge. */
  ends: Uint32Array;
  /** The one or two triangles at each edge; -1 where there is none. */
  sides: Int32Array;
  /** For each triangle the edges from its first to its second corner, second to third, third to first. */
  ofTriangle: Uint32Array;
}

/** A place on a surface, and the triangle in which it lies. */
export interface SurfacePoint {
  place: Vec3;
  triangle: number;
}

/** Places nearer together than this are one. */
const SAME_M = 1e-6;

/**
 * A file has several vertices at one place where its texture has a seam. Here the first of them stands for all, so that
 * the triangles at both sides of a seam are neighbours.
 */
export function surfaceOf(positions: Float32Array, triangles: ArrayLike<number>): Surface {
  const sameAs = firstAtPlace(positions);
  const joined = Uint32Array.from(triangles, (vertex) => sameAs[vertex]!);
  return { positions, triangles: joined, sameAs, edges: edgesOf(joined) };
}

/** For each vertex the first one at its place. */
function firstAtPlace(positions: ArrayLike<number>): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const [x, y, z] = [0, 1, 2].map((c) => Math.round(positions[vertex * 3 + c]! / SAME_M));
    const key = `${x} ${y} ${z}`;
    const first = known.get(key);
    if (first === undefined) known.set(key, vertex);
    return first ?? vertex;
  });
}

function edgesOf(triangles: Uint32Array): Edges {
  const highest = triangles.reduce((most, vertex) => Math.max(most, vertex), 0) + 1;
  const numbers = new Map<number, number>();
  const ends: number[] = [];
  const sides: number[] = [];
  const ofTriangle = triangles.map((a, i) => {
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1]!;
    const key = Math.min(a, b) * highest + Math.max(a, b);
    const known = numbers.get(key);
    const triangle = Math.floor(i / 3);
    if (known !== undefined) {
      if (sides[known * 2 + 1] === -1) sides[known * 2 + 1] = triangle;
      return known;
    }
    numbers.set(key, ends.length / 2);
    sides.push(triangle, -1);
    return ends.push(a, b) / 2 - 1;
  });
  return { ends: Uint32Array.from(ends), sides: Int32Array.from(sides), ofTriangle };
}

export const placeOf = ({ positions }: Pick<Triangles, 'positions'>, vertex: number): Vec3 => [
  positions[vertex * 3]!,
  positions[vertex * 3 + 1]!,
  positions[vertex * 3 + 2]!,
];

/** What has corners: also a model as it was read. */
export interface Triangles {
  positions: ArrayLike<number>;
  triangles: ArrayLike<number>;
}

export const cornersOf = (surface: Triangles, triangle: number): [Vec3, Vec3, Vec3] => [
  placeOf(surface, surface.triangles[triangle * 3]!),
  placeOf(surface, surface.triangles[triangle * 3 + 1]!),
  placeOf(surface, surface.triangles[triangle * 3 + 2]!),
];
