import { expect, test } from 'vitest';
import { type Camera, rotationOf } from '../../../src/engine/camera.ts';
import { freeForm } from '../../../src/engine/fit/free-form.ts';
import { pointsOfContour } from '../../../src/engine/fit/match-outlines.ts';
import { findHip } from '../../../src/engine/measure/hip.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { renderMask } from '../../../src/engine/render/rasterize.ts';
import { faceNormal, type Mesh } from '../../../src/engine/surface/mesh.ts';
import { loadModels } from '../../support/models.ts';
import { contourOfMask } from './contour-of-mask.ts';

const { body } = loadModels();
const own = body.mean;

const camera = (yaw: number): Camera => ({
  ...{ widthPx: 480, heightPx: 640, focalPx: (640 / 1.95) * 3, principalPx: [240, 320] },
  rotation: rotationOf({ yaw, pitch: 0, roll: 0 }),
  translation: [0, middleY(), 3],
});

const heights = Array.from({ length: own.positions.length / 3 }, (_, v) => own.positions[v * 3 + 1]!);
const middleY = () => (Math.min(...heights) + Math.max(...heights)) / 2;

/** Hips like nobody's: the trunk wider by 3 cm on either side at the level of largest girth. */
function broadHipped(): Mesh {
  const level = findHip(own)!.heightY;
  const positions = own.positions.slice();
  body.regions.forEach((region, v) => {
    if (region & REGION.arms) return;
    const x = positions[v * 3]!;
    const bump = 0.03 * Math.exp(-(((positions[v * 3 + 1]! - level) / 0.08) ** 2));
    positions[v * 3] = x + bump * Math.tanh(x / 0.08);
  });
  return { positions, triangles: own.triangles };
}

test('a body takes on hips that no mode has, its arms stay, and nothing folds', () => {
  const truth = broadHipped();
  const views = (['left', 'front', 'right', 'back'] as const).map((view, i) => {
    const seen = camera(((i - 1) * Math.PI) / 2);
    const mask = renderMask(truth, seen);
    return { view, camera: seen, mask, outline: pointsOfContour(contourOfMask(mask), seen.heightPx) };
  });
  const none = new Uint8Array(heights.length);
  const vertices = { ignored: none, scalp: none };
  const found = freeForm(own, views, vertices, { type: 'body', rounds: 3, noise: 0.0015 });
  const girth = (mesh: Mesh) => findHip(mesh)!.circumference / findHip(truth)!.circumference;
  expect(girth(own)).toBeLessThan(0.93);
  expect(Math.abs(girth(found) - 1)).toBeLessThan(0.02);
  expect(farthestMm(found, (region) => (region & REGION.arms) !== 0)).toBeLessThan(8);
  expect(turnedOver(found)).toBe(0);
});

function farthestMm({ positions }: Mesh, counts: (region: number) => boolean): number {
  let farthest = 0;
  body.regions.forEach((region, v) => {
    if (!counts(region)) return;
    const by = [0, 1, 2].map((c) => positions[v * 3 + c]! - own.positions[v * 3 + c]!);
    farthest = Math.max(farthest, Math.hypot(...by) * 1000);
  });
  return farthest;
}

function turnedOver(mesh: Mesh): number {
  const [before, after] = [new Float64Array(3), new Float64Array(3)];
  let count = 0;
  for (let t = 0; t < own.triangles.length; t += 3) {
    faceNormal(own.positions, own.triangles, t, before);
    faceNormal(mesh.positions, own.triangles, t, after);
    if (before.reduce((sum, value, c) => sum + value * after[c]!, 0) < 0) count++;
  }
  return count;
}
