import { expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import { checkPart } from '../../../src/engine/silhouette/framing.ts';
import { outlineShape } from '../../../src/engine/silhouette/outline-shape.ts';
import { drawFace } from '../landmarks/drawn-face.ts';

test('a head whose shirt has the colour of the wall is a head, and a whole body is none', () => {
  const { mask } = drawFace({
    skin: [226, 178, 156],
    iris: [104, 132, 150],
    eyes: 'open',
    darkCorners: false,
    tilt: 0,
  });
  mask.inside.fill(0, Math.round(0.88 * mask.heightPx) * mask.widthPx);
  expect(() => checkPart('face', 'front', outlineShape(mask))).not.toThrow();
  const body = newMask(300, 640);
  for (let y = 20; y < 620; y++) {
    const half = y < 100 ? 28 : y < 330 ? 75 : 45;
    body.inside.fill(1, y * 300 + 150 - half, y * 300 + 150 + half);
  }
  expect(() => checkPart('face', 'front', outlineShape(body))).toThrow('a whole body, not a head');
});
