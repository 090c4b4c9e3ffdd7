import { expect, test } from 'vitest';
import { rasterize } from '../../../src/engine/render/rasterize.ts';
import { vertexNormals } from '../../../src/engine/surface/mesh.ts';
import { evenLight } from '../../../src/engine/texture/even-light.ts';
import { smoothInPhoto } from '../../../src/engine/texture/light-in-photo.ts';
import { ellipsoid, levelCamera, meshOf, union } from '../figures.ts';

const camera = levelCamera(0, 4);

/** Places on a plane before the camera, one for each pixel but the border's. */
function plane(of: (x: number, y: number) => number) {
  const positions: number[] = [];
  const light: number[] = [];
  for (let y = 2; y < camera.heightPx - 2; y++) {
    for (let x = 2; x < camera.widthPx - 2; x++) {
      const across = ((x + 0.5 - camera.widthPx / 2) * 4) / camera.focalPx;
      positions.push(across, -((y + 0.5 - camera.heightPx / 2) * 4) / camera.focalPx, 0);
      const log = of(x / camera.heightPx, y / camera.heightPx);
      light.push(log, log, log);
    }
  }
  return { positions: Float64Array.from(positions), light: Float32Array.from(light) };
}

const furthestApart = (a: Float32Array, b: Float32Array) =>
  a.reduce((m, value, i) => Math.max(m, Math.abs(value - b[i]!)), 0);

test('light that changes slowly over a photo stays, light that jumps is evened out', () => {
  const slow = plane((x, y) => 0.4 * Math.sin(4 * x) + 0.3 * y);
  const weights = new Float32Array(slow.light.length / 3).fill(1);
  const before = slow.light.slice();
  smoothInPhoto(slow.light, slow.positions, camera, weights);
  expect(furthestApart(slow.light, before)).toBeLessThan(0.02);

  // A strip of 1 % of the photo's height, like the underside of a breast from the front.
  const strip = plane((_, y) => (Math.abs(y - 0.5) < 0.005 ? 0.9 : 0));
  smoothInPhoto(strip.light, strip.positions, camera, weights);
  expect(Math.max(...strip.light)).toBeLessThan(0.3);
});

test('what a photo does not show keeps its own light and changes no other', () => {
  const { light, positions } = plane(() => 0.1);
  const weights = new Float32Array(light.length / 3).fill(1);
  const far = 7 * 3;
  positions.set([90, 0, 0], far);
  light.fill(0.9, far, far + 3);
  // Hidden, in the picture's middle.
  const hidden = Math.floor(weights.length / 2);
  light.fill(0.9, hidden * 3, hidden * 3 + 3);
  weights[7] = weights[hidden] = 0;
  smoothInPhoto(light, positions, camera, weights);
  expect(light[far]).toBeCloseTo(0.9);
  expect(light[hidden * 3]).toBeCloseTo(0.1);
});

test('the underside of a breast is made as much lighter as what the photo shows beside it, so no crescent is left', () => {
  const ball = ellipsoid(0.1, 0.1, 0.1);
  const mesh = meshOf(
    union(ellipsoid(0.3, 0.45, 0.1), (x, y, z) => ball(x, y, z - 0.15)),
    0.5,
    0.006,
  );
  const normals = vertexNormals(mesh);
  const count = normals.length / 3;
  const { depth, projected } = rasterize(mesh, camera);
  const colours = new Float32Array(count * 3);
  const weights = new Float32Array(count);
  const squareOf = (i: number) => Math.floor(projected[i * 3 + 1]! / 8) * 1000 + Math.floor(projected[i * 3]! / 8);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = [0, 1, 2].map((c) => projected[i * 3 + c]!) as [number, number, number];
    const isShown = z < depth[Math.floor(y) * camera.widthPx + Math.floor(x)]! + 0.02;
    if (isShown) weights[i] = Math.max(0, normals[i * 3 + 2]!) ** 12;
    // From above.
    const lit = 0.7 + 0.3 * normals[i * 3 + 1]!;
    colours.set([220 * lit, 170 * lit, 150 * lit], i * 3);
  }
  const [gain] = evenLight(
    { mesh, isCap: new Uint8Array(mesh.triangles.length / 3), isArm: new Uint8Array(count) },
    [colours],
    [weights],
    [camera],
    0,
  );
  // In each square of 8 px, 2 % of the photo's height.
  const [least, most] = [new Map<number, number>(), new Map<number, number>()];
  for (let i = 0; i < count; i++) {
    if (weights[i]! < 1e-4) continue;
    const square = squareOf(i);
    least.set(square, Math.min(least.get(square) ?? Infinity, gain![i * 3]!));
    most.set(square, Math.max(most.get(square) ?? 0, gain![i * 3]!));
  }
  const jumps = [...least].map(([square, low]) => most.get(square)! / low);
  expect(Math.max(...gain!) / Math.min(...gain!)).toBeGreaterThan(1.5);
  expect(Math.max(...jumps)).toBeLessThan(1.22);
});
