import { expect, test } from 'vitest';
import { type Camera, rotationOf } from '../../../src/engine/camera.ts';
import { freeForm } from '../../../src/engine/fit/free-form.ts';
import { pointsOfContour } from '../../../src/engine/fit/match-outlines.ts';
import { PLANS } from '../../../src/engine/fit/stages.ts';
import { trustOf } from '../../../src/engine/fit/trust.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { renderMask } from '../../../src/engine/render/rasterize.ts';
import { boundsOf, type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import { loadModels } from '../../support/models.ts';
import { contourOfMask } from './contour-of-mask.ts';

const { head } = loadModels();
const bald = head.mean;
const normals = vertexNormals(bald);
const { low, high } = boundsOf(bald.positions);

/** Behind the middle of the head, metres. */
const BUN = { high: 0.045, wide: 0.022, level: high[1]! - 0.11 };

/** The mean head with hair in a bun that no mode has. */
function withBun(): Mesh {
  const positions = bald.positions.map((value, i) => {
    const at = i - (i % 3);
    const [x, y, z] = [bald.positions[at]!, bald.positions[at + 1]!, bald.positions[at + 2]!];
    const away = Math.hypot(x, y - BUN.level) / BUN.wide;
    return value + (z < 0 ? BUN.high * Math.exp(-(away ** 4)) * normals[i]! : 0);
  });
  return { positions, triangles: bald.triangles };
}

const camera = (yaw: number): Camera => ({
  ...{ widthPx: 480, heightPx: 640, focalPx: (640 / 0.41) * 1.3, principalPx: [240, 320] },
  rotation: rotationOf({ yaw: (yaw * Math.PI) / 180, pitch: 0, roll: 0 }),
  translation: [0, high[1]! - 0.16, 1.3],
});

const farthestBack = ({ positions }: Mesh) =>
  Math.min(...positions.filter((_, i) => i % 3 === 2 && positions[i - 1]! > low[1]! + 0.2));

test('a bun stands where side photos show it, and the face stays', () => {
  const truth = withBun();
  const views = (['left', 'front', 'right'] as const).map((view, i) => {
    const seen = camera(i * 90 - 90);
    const mask = renderMask(truth, seen);
    return { view, camera: seen, mask, outline: pointsOfContour(contourOfMask(mask), seen.heightPx) };
  });
  const { scalp } = trustOf(head, 'face', PLANS.face.fast);
  const options = { type: 'face', rounds: 2, noise: 0.0015 } as const;
  const found = freeForm(bald, views, { ignored: new Uint8Array(scalp.length), scalp }, options);
  expect(farthestBack(bald) - farthestBack(truth)).toBeGreaterThan(0.03);
  expect(Math.abs(farthestBack(found) - farthestBack(truth))).toBeLessThan(0.008);
  head.regions.forEach((region, v) => {
    if ((region & REGION.face) === 0) return;
    const by = [0, 1, 2].map((c) => found.positions[v * 3 + c]! - bald.positions[v * 3 + c]!);
    expect(Math.hypot(...by)).toBeLessThan(0.002);
  });
});
