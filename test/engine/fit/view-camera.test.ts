import { expect, test } from 'vitest';
import { viewCamera } from '../../../src/engine/fit/view-camera.ts';
import type { Mask } from '../../../src/engine/image/plane.ts';

const AHEAD = { yaw: 0, pitch: 0, roll: 0, logZoom: 0, offsetX: 0, offsetY: 0 };

// Found by looking into an archive: a report of 44 MB, because each camera carried the mask that it was sized by.
test('a camera takes the size of the picture that it is for, and nothing else of it', () => {
  const mask: Mask = { widthPx: 4, heightPx: 5, inside: new Uint8Array(20) };
  const { camera } = viewCamera(AHEAD, { logFocal: 0, logScale: 0 }, mask, [0, 0, 0]);
  expect(camera).toEqual({
    ...{ widthPx: 4, heightPx: 5, focalPx: 5, principalPx: [2, 2.5] },
    ...{ rotation: expect.any(Array), translation: [0, 0, 1] },
  });
});
