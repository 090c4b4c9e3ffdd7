import { expect, test } from 'vitest';
import { scaleOf } from '../../../src/engine/measure/scale.ts';

const front = { view: 'front', landmarks: [{ name: 'pupil_left' }] } as unknown as Parameters<
  typeof scaleOf
>[1][number];

test('an assumed size is told with what it leaves: the size may be off, the shape is not', () => {
  const warningsOf = (views: Parameters<typeof scaleOf>[1], measures = {}) =>
    scaleOf({ type: 'face', provider: 5, measures }, views).warnings;
  expect(warningsOf([front])).toEqual([
    "No eye distance was given: 6.3 cm, an adult's usual one, is assumed. So the model may be 5 % too large or too small; its shape is not affected.",
  ]);
  expect(warningsOf([]).join()).toMatch(/is assumed\. So the model may be 10 % too large or too small; /);
  expect(warningsOf([front], { eye_distance: 6 })).toEqual([]);
});
