import { expect, test } from 'vitest';
import { rayOf } from '../../scripts/bench-engine/ray.ts';
import { type Camera, centreOf, project, resizedCamera, rotationOf } from '../../src/engine/camera.ts';
import { NOMINAL_ANGLES } from '../../src/engine/views.ts';
import { levelCamera } from './figures.ts';

const RADIANS = Math.PI / 180;

function pixelOf(camera: Camera, x: number, y: number, z: number): [number, number, number] {
  const out = new Float64Array(3);
  project(camera, x, y, z, out);
  return [out[0]!, out[1]!, out[2]!];
}

test.each([
  // What the nose (+Z), the person's left hand (+X) and the head (+Y) look like in each photo.
  ['front', 'middle', 'right'],
  ['left', 'left', 'middle'],
  ['right', 'right', 'middle'],
  ['back', 'middle', 'left'],
] as const)('in the %s photo the nose is %s and the left hand %s', (view, nose, hand) => {
  const camera = levelCamera(NOMINAL_ANGLES[view].yaw, 4);
  const side = (x: number) => (Math.abs(x - 150) < 1 ? 'middle' : x < 150 ? 'left' : 'right');
  expect(side(pixelOf(camera, 0, 0, 0.2)[0])).toBe(nose);
  expect(side(pixelOf(camera, 0.2, 0, 0)[0])).toBe(hand);
  expect(pixelOf(camera, 0, 0.3, 0)[1]).toBeLessThan(200);
});

test('the photo from below looks up', () => {
  const rotation = rotationOf({ yaw: 0, pitch: NOMINAL_ANGLES.below.pitch * RADIANS, roll: 0 });
  const camera: Camera = { ...levelCamera(0, 4), rotation };
  expect(centreOf(camera)[1]).toBeLessThan(-2);
  expect(centreOf(camera)[2]).toBeGreaterThan(2);
});

test('a ray leads back to the point that it shows', () => {
  const rotation = rotationOf({ yaw: 0.7, pitch: -0.2, roll: 0.1 });
  const camera: Camera = { ...levelCamera(0, 3), rotation, translation: [0.1, -0.2, 3] };
  const [x, y, depth] = pixelOf(camera, 0.15, -0.25, 0.2);
  const eye = centreOf(camera);
  const ray = rayOf(camera, x, y);
  const point = [0, 1, 2].map((c) => eye[c]! + ray[c]! * depth);
  [0.15, -0.25, 0.2].forEach((value, c) => {
    expect(point[c]).toBeCloseTo(value, 9);
  });
});

test('a resized camera sees the same point at the same share of the picture', () => {
  const camera = levelCamera(30, 3);
  const [x, y] = pixelOf(camera, 0.1, 0.2, 0.05);
  const [halfX, halfY] = pixelOf(resizedCamera(camera, 150, 200), 0.1, 0.2, 0.05);
  expect(halfX * 2).toBeCloseTo(x, 9);
  expect(halfY * 2).toBeCloseTo(y, 9);
});
