import { expect, test } from 'vitest';
import { scaleOf } from '../../../src/engine/measure/scale.ts';

const front = { view: 'front', landmarks: [{ name: 'pupil_left' }] } as unknown as Parameters<
  typeof scaleOf
>[1][number];

test('an assumed size is told with what it leaves: the shape is as exact as told, the size is not', () => {
  const warningsOf = (views: Parameters<typeof scaleOf>[1], measures = {}) =>
    scaleOf({ type: 'face', provider: 5, measures }, views).warnings;
  expect(warningsOf([front])).toEqual([
    "No eye distance was given: 6.3 cm, an adult's usual one, is assumed. If that is right, the shape is as exact as is told; the size itself may be off by 5 %.",
  ]);
  expect(warningsOf([]).join()).toMatch(/is assumed\. If that is right, .* the size itself may be off by 10 %\.$/);
  expect(warningsOf([front], { eye_distance: 6 })).toEqual([]);
});
