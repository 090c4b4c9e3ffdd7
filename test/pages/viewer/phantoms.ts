import { type Surface, type SurfacePoint, surfaceOf } from '../../../src/pages/viewer/measure/surface.ts';
import { minus, times, unit, type Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { searchesOf } from '../../../src/pages/viewer/surface-search.ts';

/** Shapes whose measures are known, metres. */
export function sphere(radiusM: number, rounds: number): Surface {
  const t = (1 + Math.sqrt(5)) / 2;
  let corners: Vec3[] = [
    [-1, t, 0],
    [1, t, 0],
    [-1, -t, 0],
    [1, -t, 0],
    [0, -1, t],
    [0, 1, t],
    [0, -1, -t],
    [0, 1, -t],
    [t, 0, -1],
    [t, 0, 1],
    [-t, 0, -1],
    [-t, 0, 1],
  ];
  let triangles = [
    0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11, 1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8, 3, 9, 4, 3, 4, 2,
    3, 2, 6, 3, 6, 8, 3, 8, 9, 4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
  ];
  for (let round = 0; round < rounds; round++) {
    const next: number[] = [];
    const all = [...corners];
    for (let i = 0; i < triangles.length; i += 3) {
      const [a, b, c] = triangles.slice(i, i + 3) as [number, number, number];
      const half = (one: number, other: number) =>
        all.push(times([0, 1, 2].map((k) => corners[one]![k]! + corners[other]![k]!) as never, 0.5)) - 1;
      const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
      next.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    corners = all;
    triangles = next;
  }
  return surfaceOf(Float32Array.from(corners.flatMap((corner) => times(unit(corner), radiusM))), triangles);
}

/** A box round the origin, of squares of `cellM`, with vertices of each side of its own as a file with seams has them. */
export function box([width, height, depth]: Vec3, cellM: number): Surface {
  const positions: number[] = [];
  const triangles: number[] = [];
  const half: Vec3 = [width / 2, height / 2, depth / 2];
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [number, number];
      const [nu, nv] = [half[u]!, half[v]!].map((h) => Math.round((h * 2) / cellM)) as [number, number];
      const first = positions.length / 3;
      for (let i = 0; i <= nu; i++) {
        for (let j = 0; j <= nv; j++) {
          const place = [0, 0, 0];
          place[axis] = side * half[axis]!;
          place[u] = -half[u]! + (2 * half[u]! * i) / nu;
          place[v] = -half[v]! + (2 * half[v]! * j) / nv;
          positions.push(...place);
        }
      }
      const at = (i: number, j: number) => first + i * (nv + 1) + j;
      for (let i = 0; i < nu; i++) {
        for (let j = 0; j < nv; j++) {
          const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
          triangles.push(...(side > 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
      }
    }
  }
  return surfaceOf(Float32Array.from(positions), triangles);
}

/** A level sheet with a hill: `heightAt` gives y above a place of the sheet. */
export function sheet(halfM: number, cellM: number, heightAt: (x: number, z: number) => number): Surface {
  const n = Math.round((halfM * 2) / cellM);
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const [x, z] = [i * cellM - halfM, j * cellM - halfM];
      positions.push(x, heightAt(x, z), z);
    }
  }
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      triangles.push(a, a + 1, a + n + 2, a, a + n + 2, a + n + 1);
    }
  }
  return surfaceOf(Float32Array.from(positions), triangles);
}

/** The first point of the surface on the straight way from one place to another. */
export function pointAt(surface: Surface, place: Vec3, from: Vec3 = times(place, 1.5)): SurfacePoint {
  const found = searchesOf(surface).hit(from, unit(minus(place, from)));
  if (found === undefined) throw new Error('nothing is met on this way');
  return found;
}
