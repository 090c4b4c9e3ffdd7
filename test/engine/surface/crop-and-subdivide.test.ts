import { expect, test } from 'vitest';
import { cropMesh } from '../../../src/engine/surface/crop.ts';
import { type Mesh, volumeOf } from '../../../src/engine/surface/mesh.ts';
import { subdivide } from '../../../src/engine/surface/subdivide.ts';

/** An octahedron of radius 1, each of its triangles in four `times` times, on the sphere. */
function sphere(times: number): Mesh {
  let mesh: Mesh = {
    positions: Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
    triangles: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
  };
  for (let time = 0; time < times; time++) {
    mesh = subdivide(mesh);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const radius = Math.hypot(...mesh.positions.subarray(i, i + 3));
      for (let c = 0; c < 3; c++) mesh.positions[i + c] = mesh.positions[i + c]! / radius;
    }
  }
  return mesh;
}

/** Edges that have not exactly one triangle on each side. */
function openEdges({ triangles }: Mesh): number {
  const seen = new Map<string, number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      seen.set(`${a} ${b}`, (seen.get(`${a} ${b}`) ?? 0) + 1);
    }
  }
  return [...seen].filter(([key, count]) => count !== 1 || seen.get(key.split(' ').reverse().join(' ')) !== 1).length;
}

test('a sphere cut at a height is closed, and has the volume of the segment', () => {
  const ball = sphere(4);
  const height = 0.4;
  const field = Float64Array.from({ length: ball.positions.length / 3 }, (_, v) => ball.positions[v * 3 + 1]! - height);
  const { mesh, from, share } = cropMesh(ball, field);
  expect(openEdges(mesh)).toBe(0);
  const cap = (Math.PI * (1 - height) ** 2 * (2 + height)) / 3;
  expect(volumeOf(mesh) / cap).toBeCloseTo(1, 1);
  expect(Math.min(...mesh.positions.filter((_, i) => i % 3 === 1))).toBeCloseTo(height, 6);
  expect(from).toHaveLength(share.length * 2);
  expect(share).toHaveLength(mesh.positions.length / 3);
});

test('two cuts of one mesh are both closed', () => {
  const ball = sphere(4);
  const field = Float64Array.from(
    { length: ball.positions.length / 3 },
    (_, v) => 0.6 - Math.abs(ball.positions[v * 3]!),
  );
  const { mesh } = cropMesh(ball, field);
  expect(openEdges(mesh)).toBe(0);
  expect(volumeOf(mesh)).toBeCloseTo(Math.PI * (1.2 - (2 * 0.6 ** 3) / 3), 1);
});

test('subdivision is four times as fine, closed, and keeps the size', () => {
  const coarse = sphere(3);
  const fine = subdivide(coarse);
  expect(fine.triangles).toHaveLength(coarse.triangles.length * 4);
  expect(openEdges(fine)).toBe(0);
  const ratio = volumeOf(fine) / volumeOf(coarse);
  expect(ratio).toBeGreaterThan(0.98);
  expect(ratio).toBeLessThan(1);
  const radii = Array.from({ length: fine.positions.length / 3 }, (_, v) =>
    Math.hypot(...fine.positions.subarray(v * 3, v * 3 + 3)),
  );
  expect(Math.min(...radii)).toBeGreaterThan(0.985);
  expect(Math.max(...radii)).toBeLessThan(1);
});

test('a sharp rim stays where it is', () => {
  const ball = sphere(3);
  const isRim = (v: number) => Math.abs(ball.positions[v * 3 + 1]!) < 1e-9;
  const fine = subdivide(ball, isRim);
  const rim = ball.positions.filter((_, i) => isRim(Math.floor(i / 3)));
  const kept = fine.positions.subarray(0, ball.positions.length).filter((_, i) => isRim(Math.floor(i / 3)));
  expect([...kept]).toEqual([...rim]);
});
