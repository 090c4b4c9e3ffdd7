import { expect, test } from 'vitest';
import { coarseTriangles } from '../../../src/pages/viewer/coarse-triangles.ts';
import type { Surface } from '../../../src/pages/viewer/measure/surface.ts';
import { vertexNormals } from '../../../src/pages/viewer/surface-search.ts';
import { sheet, sphere } from './phantoms.ts';

const coarse = (surface: Surface) => coarseTriangles({ ...surface, normals: vertexNormals(surface) });

/** As a file with a seam has it: vertices of its own for each half. */
function halves(surface: Surface) {
  const { positions, triangles } = surface;
  const [normals, vertices] = [vertexNormals(surface), positions.length / 3];
  return {
    positions: Float32Array.from([...positions, ...positions]),
    normals: Float32Array.from([...normals, ...normals]),
    triangles: triangles.map((vertex, i) => (positions[triangles[i - (i % 3)]! * 3]! < 0 ? vertex : vertex + vertices)),
  };
}

/** How often each edge has a triangle at one side only. */
function openEdges(triangles: ArrayLike<number>): Map<string, number> {
  const open = new Map<string, number>();
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [triangles[i]!, triangles[i % 3 === 2 ? i - 2 : i + 1]!];
    const [key, by] = from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1];
    open.set(key, (open.get(key) ?? 0) + by);
  }
  for (const [key, times] of open) if (times === 0) open.delete(key);
  return open;
}

function volume({ positions }: Surface, triangles: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...positions.subarray(triangles[i + k]! * 3, triangles[i + k]! * 3 + 3)]);
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [a, b, c] as [number[], number[], number[]];
    sum += (ax! * (by! * cz! - bz! * cy!) + ay! * (bz! * cx! - bx! * cz!) + az! * (bx! * cy! - by! * cx!)) / 6;
  }
  return sum;
}

test('a ball of fewer triangles is a ball without holes', () => {
  const ball = sphere(0.1, 5);
  const fewer = coarse(ball);
  expect(fewer.length / ball.triangles.length).toBeLessThan(0.25);
  expect(openEdges(fewer).size).toBe(0);
  expect(Math.abs(volume(ball, fewer) / volume(ball, ball.triangles) - 1)).toBeLessThan(0.02);
});

test('the rim of a sheet, and the seam of a ball in two halves, stay as they are', () => {
  const hill = sheet(0.12, 0.0012, (x, z) => 0.04 * Math.exp(-(x * x + z * z) / 0.002));
  for (const mesh of [{ ...hill, normals: vertexNormals(hill) }, halves(sphere(0.1, 5))]) {
    const fewer = coarseTriangles(mesh);
    expect(fewer.length / mesh.triangles.length).toBeLessThan(0.5);
    expect(openEdges(mesh.triangles).size).toBeGreaterThan(0);
    expect(openEdges(fewer)).toEqual(openEdges(mesh.triangles));
  }
});

test('small triangles of a part stay smaller than those of the rest', () => {
  const [small, large] = [sphere(0.05, 5), sphere(0.5, 4)];
  const positions = Float32Array.from([
    ...small.positions,
    ...large.positions.map((x, i) => (i % 3 === 0 ? x + 1 : x)),
  ]);
  const second = small.positions.length / 3;
  const triangles = Uint32Array.from([...small.triangles, ...large.triangles.map((vertex) => vertex + second)]);
  const normals = Float32Array.from([...vertexNormals(small), ...vertexNormals(large)]);
  const fewer = coarseTriangles({ positions, normals, triangles });
  const ofSmall = fewer.filter((vertex) => vertex < second);
  expect(ofSmall.length / small.triangles.length).toBeGreaterThan(0.1);
});

test('a small mesh keeps its triangles', () => {
  const ball = sphere(0.1, 4);
  expect([...coarse(ball)]).toEqual([...ball.triangles]);
});
