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

/** A head with shoulders, and, from a column on, another one in front of it whose shoulder begins at a row. */
function headsFrom(secondX: number, shoulderY: number) {
  const mask = newMask(480, 640);
  const fill = (y: number, from: number, to: number) =>
    mask.inside.fill(1, y * 480 + Math.max(0, from), y * 480 + Math.min(480, to));
  for (let y = 110; y < 640; y++) fill(y, y < 450 ? 130 : 60, y < 450 ? 350 : 420);
  for (let y = 200; y < 640; y++) fill(y, secondX, y < shoulderY ? secondX + 176 : 480);
  return outlineShape(mask);
}

test('a second head is told where it reaches a side of the picture, if only a little', () => {
  expect(() => checkPart('face', 'front', headsFrom(290, 340))).toThrow('shows more than one head');
  expect(() => checkPart('face', 'front', headsFrom(152, 450))).not.toThrow();
});
