import { describe, expect, test } from 'vitest';
import { bodySurface } from '../../../scripts/bench-engine/hull/body-surface.ts';
import { fitCameras } from '../../../scripts/bench-engine/hull/fit-cameras.ts';
import { type HullOptions, hullField } from '../../../scripts/bench-engine/hull/hull-field.ts';
import { wideSilhouette } from '../../../scripts/bench-engine/hull/wide-silhouette.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import { intersectionOverUnion } from '../../../src/engine/image/plane.ts';
import { boundsOf, type Mesh, volumeOf } from '../../../src/engine/surface/mesh.ts';
import { NOMINAL_ANGLES } from '../../../src/engine/views.ts';
import { bar, beam, edgeUses, ellipsoid, levelCamera, maskFrom, meshOf, union } from '../figures.ts';

const PLAIN: HullOptions = { rounding: 1, hasArms: false, hasProfile: false };
const VIEWS: readonly View[] = ['left', 'front', 'right'];

/** Silhouettes of a figure and the cameras that took them. */
function photographed(figure: Mesh, views: readonly View[], distance = 4) {
  const cameras = views.map((view) => levelCamera(NOMINAL_ANGLES[view].yaw, distance));
  return { cameras, silhouettes: views.map((view, i) => wideSilhouette(view, maskFrom(figure, cameras[i]!))) };
}

describe('an ellipsoid figure', () => {
  const [a, b, c] = [0.2, 0.38, 0.14];
  const truth = ellipsoid(a, b, c);
  const figure = meshOf(truth, 0.5, 0.01);

  /** Mean distance of a mesh's vertices from the true surface, by the field's value over its slope. */
  function meanDistance({ positions }: Mesh): number {
    let sum = 0;
    const h = 1e-4;
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
      const value = truth(x, y, z);
      const slope = Math.hypot(truth(x + h, y, z) - value, truth(x, y + h, z) - value, truth(x, y, z + h) - value) / h;
      sum += Math.abs(value) / slope;
    }
    return sum / (positions.length / 3);
  }

  test('the rounded hull of three views is the ellipsoid, within 1 % of its height', () => {
    const { silhouettes, cameras } = photographed(figure, VIEWS);
    const hull = bodySurface(hullField(silhouettes, cameras, PLAIN), 20_000);
    expect(meanDistance(hull)).toBeLessThan(0.01 * 2 * b);
    expect(volumeOf(hull) / volumeOf(figure)).toBeCloseTo(1, 1);
  });

  test('a plain hull is far larger, which is what the rounding is for', () => {
    const { silhouettes, cameras } = photographed(figure, VIEWS);
    const hull = bodySurface(hullField(silhouettes, cameras, { ...PLAIN, rounding: 0 }), 20_000);
    expect(volumeOf(hull) / volumeOf(figure)).toBeGreaterThan(1.2);
  });

  test('with cameras that must be fitted its proportions are found again', () => {
    const { silhouettes } = photographed(figure, VIEWS);
    const { cameras } = fitCameras(silhouettes, 'face');
    const { low, high } = boundsOf(bodySurface(hullField(silhouettes, cameras, PLAIN), 20_000).positions);
    const [width, height, depth] = [0, 1, 2].map((k) => high[k]! - low[k]!) as [number, number, number];
    expect(width / height).toBeCloseTo(a / b, 1);
    expect(depth / height).toBeCloseTo(c / b, 1);
  });
});

test('a shifted, turned and differently scaled photo is brought to agree with the others', () => {
  const figure = meshOf(union(ellipsoid(0.14, 0.2, 0.16), bar([0, 0.12], -0.4, -0.1, 0.06)), 0.5, 0.01);
  const views: readonly View[] = ['left', 'front', 'right'];
  const cameras = views.map((view) => levelCamera(NOMINAL_ANGLES[view].yaw, 4));
  cameras[0] = { ...levelCamera(-92, 4, 1.06), translation: [0.04, 0.03, 4] };
  const silhouettes = views.map((view, i) => wideSilhouette(view, maskFrom(figure, cameras[i]!)));
  const fitted = fitCameras(silhouettes, 'face');
  expect(Math.max(...fitted.disagreement)).toBeLessThan(0.004);
  const hull = bodySurface(hullField(silhouettes, fitted.cameras, PLAIN), 20_000);
  const overlaps = fitted.cameras.map((camera, i) =>
    intersectionOverUnion(maskFrom(hull, camera), silhouettes[i]!.mask),
  );
  expect(Math.min(...overlaps)).toBeGreaterThan(0.95);
});

test('arms are as deep as they are wide, not as deep as the trunk', () => {
  const arm = (x: number) => bar([x, 0], -0.3, 0.25, 0.03);
  const figure = meshOf(
    union(bar([0, 0], -0.3, 0.25, 0.13), arm(0.22), arm(-0.22), beam(0.25, 0.22, 0.04)),
    0.5,
    0.012,
  );
  const { silhouettes, cameras } = photographed(figure, VIEWS);
  const depthOfArms = (hasArms: boolean) => {
    const { positions } = bodySurface(hullField(silhouettes, cameras, { ...PLAIN, hasArms }), 30_000);
    let deepest = 0;
    for (let i = 0; i < positions.length; i += 3) {
      if (positions[i]! > 0.2 && Math.abs(positions[i + 1]!) < 0.2) deepest = Math.max(deepest, positions[i + 2]!);
    }
    return deepest;
  };
  expect(depthOfArms(false)).toBeGreaterThan(0.09);
  expect(depthOfArms(true)).toBeLessThan(0.05);
});

test('what the picture cuts off ends in a cap, and the surface stays closed', () => {
  const figure = meshOf(bar([0, 0], -0.9, 0.9, 0.15), 1.2, 0.03);
  const { silhouettes, cameras } = photographed(figure, VIEWS);
  expect(silhouettes[1]!.cut).toEqual({ top: true, bottom: true, left: false, right: false });
  const hull = bodySurface(hullField(silhouettes, cameras, PLAIN), 10_000);
  expect(edgeUses(hull)).toEqual({ uses: [2], isConsistent: true });
  const { low, high } = boundsOf(hull.positions);
  expect(high[1]! - low[1]!).toBeGreaterThan(0.95);
  expect(high[1]! - low[1]!).toBeLessThan(1.1);
});

test('views that have nothing in common are refused', () => {
  const { silhouettes, cameras } = photographed(meshOf(ellipsoid(0.1, 0.1, 0.1), 0.5, 0.02), VIEWS);
  cameras[1] = { ...cameras[1]!, translation: [0, 0.6, 4] };
  expect(() => bodySurface(hullField(silhouettes, cameras, PLAIN), 5_000)).toThrow(/same person/);
});
