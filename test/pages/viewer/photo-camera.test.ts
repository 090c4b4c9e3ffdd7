import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { reportFacts } from '../../../src/core/viewer/report-facts.ts';
import { rotationOf } from '../../../src/engine/camera.ts';
import { cameraOfPhoto, fittedInto } from '../../../src/pages/viewer/photo-camera.ts';

/** Numbers from 0 to 1, the same ones each time. */
function chance(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = chance(17);
const within = (low: number, high: number) => low + random() * (high - low);

/** A report's camera as any photo may have it: from any side, the middle beside the middle, tall or wide. */
const reportCamera = () => ({
  widthPx: Math.round(within(600, 4000)),
  heightPx: Math.round(within(600, 4000)),
  focalPx: within(900, 5000),
  principalPx: [within(200, 2000), within(200, 2000)],
  rotation: rotationOf({ yaw: within(-3.1, 3.1), pitch: within(-0.9, 0.9), roll: within(-0.3, 0.3) }),
  translation: [within(-0.3, 0.3), within(-1.5, 0.5), within(1, 3)],
});

/** `pixel = principal + focalPx · (x, y) / z`, in the axes of the camera. */
function pinhole(camera: ReturnType<typeof reportCamera>, place: readonly number[]) {
  const { rotation: r, translation: t, focalPx: f, principalPx } = camera;
  const [x, y, z] = [0, 1, 2].map((i) => {
    return r[i * 3]! * place[0]! + r[i * 3 + 1]! * place[1]! + r[i * 3 + 2]! * place[2]! + t[i]!;
  }) as [number, number, number];
  return { x: principalPx[0]! + (f * x) / z, y: principalPx[1]! + (f * y) / z, depth: z };
}

test('a place of the model lies over the photo where the report’s pinhole camera has it, within 0.1 px', () => {
  let seen = 0;
  for (let i = 0; i < 100; i++) {
    const sent = reportCamera();
    const report = JSON.parse(JSON.stringify({ views: [{ view: 'front', camera: sent }] }));
    const camera = reportFacts(report).cameras.get('front')!;
    const eye = cameraOfPhoto(camera);
    // The photo may be drawn at any size.
    const pane = { x: within(0, 300), y: within(0, 300), width: within(200, 1500), height: within(200, 1500) };
    const at = fittedInto(pane, camera);
    const scale = at.width / camera.widthPx;
    expect(at.height).toBeCloseTo(camera.heightPx * scale, 6);
    for (let k = 0; k < 50; k++) {
      const place = [within(-0.5, 0.5), within(0, 1.7), within(-0.3, 0.3)] as const;
      const truth = pinhole(sent, place);
      if (truth.depth < 0.1) continue;
      const drawn = new Vector3(...place).project(eye);
      const [x, y] = [((drawn.x + 1) / 2) * camera.widthPx, ((1 - drawn.y) / 2) * camera.heightPx];
      // Far outside of the photo a pixel is less than the numbers' last digits.
      if (Math.hypot(truth.x, truth.y) > 20_000) continue;
      expect(Math.hypot(x - truth.x, y - truth.y)).toBeLessThan(0.1);
      seen++;
    }
  }
  expect(seen).toBeGreaterThan(2000);
});

test('a model that lies elsewhere lies over its photo as before', () => {
  const lies = new Matrix4().makeRotationY(0.4).setPosition(0.2, -0.1, 0.05);
  for (let i = 0; i < 20; i++) {
    const [camera] = reportFacts({ views: [{ view: 'front', camera: reportCamera() }] }).cameras.values();
    const place = new Vector3(within(-0.5, 0.5), within(0, 1.7), within(-0.3, 0.3));
    const before = place.clone().project(cameraOfPhoto(camera!));
    const now = place.clone().applyMatrix4(lies).project(cameraOfPhoto(camera!, lies));
    expect(now.distanceTo(before) / Math.max(1, before.length())).toBeLessThan(1e-6);
  }
});
