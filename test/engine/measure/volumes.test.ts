import { expect, test } from 'vitest';
import { rimVolume, volumesOf } from '../../../src/engine/measure/volumes.ts';
import { finishedSurface } from '../../../src/engine/morphable/finished-surface.ts';
import { type Mesh, volumeOf } from '../../../src/engine/surface/mesh.ts';
import { loadModels } from '../../support/models.ts';
import { ellipsoid, meshOf } from '../figures.ts';

/** The triangles of a ball of radius 1 that lie wholly above a height, turned about X so that no axis helps. */
function capOf(height: number): { mesh: Mesh; cap: number[] } {
  const { positions, triangles } = meshOf(ellipsoid(1, 1, 1), 1.2, 0.04);
  const cap: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    if ([0, 1, 2].every((k) => positions[triangles[t + k]! * 3 + 1]! > height)) cap.push(t / 3);
  }
  const turned = positions.slice();
  for (let i = 0; i < turned.length; i += 3) {
    turned[i + 1] = positions[i + 1]! * 0.8 - positions[i + 2]! * 0.6 + 5;
    turned[i + 2] = positions[i + 1]! * 0.6 + positions[i + 2]! * 0.8;
  }
  return { mesh: { positions: turned, triangles }, cap };
}

test('the volume over a rim is that of a ball cut by a plane', () => {
  const { mesh, cap } = capOf(0.4);
  const height = 1 - 0.42;
  const expected = (Math.PI * height ** 2 * (3 - height)) / 3;
  expect(rimVolume(mesh, cap) / expected).toBeCloseTo(1, 1);
});

test('it is negative where the patch is hollow', () => {
  const { mesh, cap } = capOf(0.4);
  const inwards = mesh.triangles.slice().reverse();
  const count = inwards.length / 3 - 1;
  const hollow = rimVolume(
    { ...mesh, triangles: inwards },
    cap.map((t) => count - t),
  );
  expect(hollow).toBeCloseTo(-rimVolume(mesh, cap), 6);
});

test('a trunk has its volume and that of each breast, right and left as the person has them', () => {
  const { torso } = loadModels();
  const mean = volumesOf('mammo', finishedSurface(torso, torso.mean));
  expect(mean.breastRight! / mean.breastLeft!).toBeCloseTo(1, 1);
  expect(mean.breastRight).toBeGreaterThan(100);
  const { positions, triangles } = torso.mean;
  // The person's left is +X: pushed forward round the left nipple, only that breast grows.
  const pushed = positions.map((value, i) => {
    const [x, y, z] = [positions[i - (i % 3)]!, positions[i - (i % 3) + 1]!, positions[i - (i % 3) + 2]!];
    const away = Math.hypot(x - nipple[0]!, y - nipple[1]!, z - nipple[2]!);
    return i % 3 === 2 ? value + 0.02 * Math.exp(-((away / 0.03) ** 2)) : value;
  });
  const larger = volumesOf('mammo', finishedSurface(torso, { positions: pushed, triangles }));
  expect(larger.breastRight).toBe(mean.breastRight);
  // Height times the area of a bell: 20 mm · π · (30 mm)², less where the breast curves away.
  expect(larger.breastLeft! - mean.breastLeft!).toBeGreaterThan(25);
  expect(larger.breastLeft! - mean.breastLeft!).toBeLessThan(57);
});

const nipple = (() => {
  const { mean, landmarks } = loadModels().torso;
  const { triangle, weights } = landmarks.nipple_left!;
  return [0, 1, 2].map((c) =>
    weights.reduce((sum, w, k) => sum + w * mean.positions[mean.triangles[triangle * 3 + k]! * 3 + c]!, 0),
  );
})();

test('heads and bodies have their whole volume only', () => {
  const { head, body } = loadModels();
  for (const [type, model] of [
    ['face', head],
    ['body', body],
  ] as const) {
    const surface = finishedSurface(model, model.mean);
    expect(volumesOf(type, surface)).toEqual({ whole: Math.round(volumeOf(surface.mesh) * 1e6) });
  }
});
