import { expect, test } from 'vitest';
import { hiplineWay } from '../../src/contract/measure-hints.ts';
import { pointForComma } from '../../src/contract/typed-measure.ts';

test.each([
  ['19,8', '19.8'],
  [' 19,85 ', '19.85'],
  ['+6,2', '6.2'],
  [',5', '.5'],
  ['0,625', '0.625'],
  ['1234,567', '1234.567'],
  ['19,8125', '19.8125'],
])('%j can only be %s', (text, number) => {
  expect(pointForComma(text)).toBe(number);
});

test.each(['19.8', '19', '1,234', '12,345', '123,456', '1.234,5', '1,234.5', '1,2,3', '19,', ',', '-1,5', '1e1,5', ''])(
  '%j is left as it is',
  (text) => {
    expect(pointForComma(text)).toBeUndefined();
  },
);

test.each([
  ['hipline', '36.5', 'straight across'],
  ['hipline', '98', 'around the hips'],
  ['hipline', '57', undefined],
  ['hipline', '', undefined],
  ['eye_distance', '36', undefined],
])('nobody was told how a %s of %j is taken', (name, text, way) => {
  expect(hiplineWay(name, text)).toBe(way);
});
