import { expect, test } from 'vitest';
import { broadNormals } from '../../../src/engine/texture/even-light.ts';
import { bar, ellipsoid, meshOf } from '../figures.ts';

const downward = (normals: Float64Array, vertex: number) => -normals[vertex * 3 + 1]!;

test('what closes a cut does not turn the surface round it', () => {
  const mesh = meshOf(bar([0, 0], -0.4, 0.4, 0.1), 0.55, 0.02);
  const height = (vertex: number) => mesh.positions[vertex * 3 + 1]!;
  const isCap = new Uint8Array(mesh.triangles.length / 3);
  mesh.triangles.forEach((vertex, k) => {
    if (height(vertex) < -0.4) isCap[Math.floor(k / 3)] = 1;
  });
  const cut = broadNormals({ mesh, isCap });
  const whole = broadNormals({ mesh, isCap: new Uint8Array(isCap.length) });
  const rim = [...Array(mesh.positions.length / 3).keys()].filter((i) => height(i) < -0.36 && height(i) > -0.4);
  expect(rim.length).toBeGreaterThan(10);
  const mean = (normals: Float64Array) => rim.reduce((sum, vertex) => sum + downward(normals, vertex), 0) / rim.length;
  expect(mean(cut)).toBeLessThan(0.02);
  expect(mean(whole)).toBeGreaterThan(0.1);
});

test('unit vectors that point outwards on a round body', () => {
  const mesh = meshOf(ellipsoid(0.4, 0.4, 0.4), 0.5, 0.02);
  const normals = broadNormals({ mesh, isCap: new Uint8Array(mesh.triangles.length / 3) });
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = mesh.positions.subarray(i, i + 3);
    const along = normals[i]! * x! + normals[i + 1]! * y! + normals[i + 2]! * z!;
    expect(along / Math.hypot(x!, y!, z!)).toBeGreaterThan(0.99);
  }
});
