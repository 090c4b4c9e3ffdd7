import { expect, test } from 'vitest';
import { softNormals } from '../../../src/engine/fit/free-form.ts';
import { edgesOf } from '../../../src/engine/surface/edges.ts';
import { type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';

/** A strip of squares along X that goes up by `slope` and down again about its middle. */
function ridge(slope: number): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= 8; i++) for (const z of [0, 1]) positions.push(i, slope * (4 - Math.abs(i - 4)), z);
  for (let i = 0; i < 16; i += 2) triangles.push(i, i + 1, i + 2, i + 2, i + 1, i + 3);
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const soft = (mesh: Mesh, rounds: number) => softNormals(mesh, edgesOf(mesh.triangles, 18), rounds);
const lengthAt = (normals: Float64Array, v: number) => Math.hypot(...normals.subarray(v * 3, v * 3 + 3));

test('no round leaves the normals as they are, and a plane keeps its own', () => {
  expect(soft(ridge(5), 0)).toEqual(vertexNormals(ridge(5)));
  const flat = soft(ridge(0), 8);
  for (let v = 0; v < 18; v++) expect(lengthAt(flat, v)).toBeCloseTo(1, 12);
});

test('where two sides are turned away from each other they grow short', () => {
  const normals = soft(ridge(5), 3);
  expect(lengthAt(normals, 8)).toBeLessThan(0.5);
  expect(lengthAt(normals, 8)).toBeLessThan(lengthAt(normals, 0));
});
