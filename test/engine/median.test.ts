import { expect, it } from 'vitest';
import { medianOf } from '../../src/engine/median.ts';

it('takes the value that a sort puts in the middle, of any number of values, equal ones too', () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed / 2147483647;
  };
  for (let length = 1; length < 200; length++) {
    for (const kinds of [3, 20, 1e9]) {
      const values = Float64Array.from({ length }, () => Math.floor(random() * kinds) - 1);
      expect(medianOf(values.slice())).toBe(values.toSorted()[length >> 1]);
    }
  }
});

it('is 0 of none', () => {
  expect(medianOf(new Float64Array())).toBe(0);
});
