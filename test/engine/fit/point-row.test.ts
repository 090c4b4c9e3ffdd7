import { expect, test } from 'vitest';
import { layoutOf, middleOf, moved, startState } from '../../../src/engine/fit/fit-state.ts';
import { pointRow } from '../../../src/engine/fit/observe.ts';
import { modesByVertex, poseModel } from '../../../src/engine/fit/posed-model.ts';
import { viewCamera } from '../../../src/engine/fit/view-camera.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { positionsOf } from '../../../src/engine/morphable/pose.ts';
import { loadModels } from '../../support/models.ts';

const { torso } = loadModels();
const byVertex = modesByVertex(torso);
const layout = layoutOf(torso, 12, 2);
const size = { widthPx: 480, heightPx: 640 };
const start = {
  logScale: 0.3,
  offsets: [
    [0.01, 0.02],
    [0.03, -0.02],
  ] as [number, number][],
};
const step = new Float64Array(layout.size).map((_, i) => 0.1 * Math.sin(i * 1.7));
const state = moved(startState(torso, ['front', 'left'], 3.6, start), layout, step);

function rowAt(at: typeof state) {
  const posed = poseModel(torso, at.coefficients, at.angles, byVertex);
  const camera = viewCamera(at.poses[1]!, at.shared, size, middleOf(torso));
  return pointRow(posed, layout, camera, at, 1);
}

test('the gradient of a point of the arm is that of finite differences, for every unknown', () => {
  const hand = torso.regions.findIndex(
    (region, v) => (region & REGION.arms) !== 0 && torso.mean.positions[v * 3]! > 0.3,
  );
  const point = { vertices: [hand, hand + 1], weights: [0.3, 0.7] };
  const rows = rowAt(state);
  rows.fill(point, 0.6, 0.8);
  for (let k = 0; k < layout.size; k++) {
    const [ahead, behind] = [1e-5, -1e-5].map((by) => {
      const [x, y] = rowAt(moved(state, layout, new Float64Array(layout.size).fill(by, k, k + 1))).project(point);
      return 0.6 * x + 0.8 * y;
    }) as [number, number];
    expect(rows.row[k]).toBeCloseTo((ahead - behind) / 2e-5, 4);
  }
});

test('unturned joints leave the shape as it is', () => {
  const { positions } = poseModel(torso, state.coefficients, new Float64Array(torso.joints.length * 3));
  const shape = positionsOf(torso, state.coefficients);
  const apart = positions.reduce((most, value, i) => Math.max(most, Math.abs(value - shape[i]!)), 0);
  expect(apart).toBeLessThan(1e-6);
});
