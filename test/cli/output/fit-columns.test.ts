import { expect, test } from 'vitest';
import { COLUMN_GAP, columnsWithRoom, fitColumns } from '../../../src/cli/output/fit-columns.ts';

const total = (widths: number[]) => widths.reduce((sum, width) => sum + width, 0) + COLUMN_GAP * (widths.length - 1);
const leastly = (...widths: number[]) => widths.map((leastWidth) => ({ leastWidth }));

test('what fits keeps its width', () => {
  expect(fitColumns([3, 10, 5], 80)).toEqual([3, 10, 5]);
});

test('the widest gives way first', () => {
  expect(fitColumns([5, 40, 10], 40)).toEqual([5, 21, 10]);
});

test('equal ones share what is too much', () => {
  const widths = fitColumns([30, 30, 4], 51);
  expect(total(widths)).toBe(51);
  expect(Math.abs(widths[0]! - widths[1]!)).toBeLessThanOrEqual(1);
});

test('a column that must be whole is whole', () => {
  expect(fitColumns([50, 20], 40, leastly(Infinity, 6))).toEqual([50, 6]);
});

test('a column keeps its least width while others still give way', () => {
  expect(fitColumns([30, 30], 30, leastly(18, 6))).toEqual([18, 10]);
});

test.each([
  [[100, 200, 300], 60],
  [[7, 90, 12, 45, 33], 79],
  [[500, 8, 8], 30],
])('%j goes into %i cells', (natural, available) => {
  expect(total(fitColumns(natural, available))).toBe(available);
});

test('a terminal too narrow for any table is not an endless loop', () => {
  expect(fitColumns([50, 50], 3)).toEqual([6, 6]);
});

test('on 60 cells least widths give way too, rather than break rows; what must be whole stays whole', () => {
  const widths = fitColumns([2, 26, 28, 17, 7, 24, 10], 60, leastly(Infinity, 18, 6, 6, 6, 24, Infinity));
  expect(total(widths)).toBe(60);
  expect([widths[0], widths[6]]).toEqual([2, 10]);
});

test('what decides stays whole on a terminal of any width', () => {
  const columns = [{ leastWidth: 16 }, { leastWidth: 46, decidingWidth: 13 }];
  for (const width of [60, 40, 24, 10]) expect(fitColumns([30, 60], width, columns)[1]).toBeGreaterThanOrEqual(13);
});

test('columns that are not needed go from the last one, until the least widths have room', () => {
  const columns = [
    { leastWidth: 10, isNeeded: true },
    ...[Infinity, 20, 8].map((leastWidth) => ({ leastWidth, isNeeded: false })),
  ];
  const left = (width: number) => columnsWithRoom([30, 16, 40, 8], width, columns);
  expect(left(200)).toEqual([0, 1, 2, 3]);
  expect(left(59)).toEqual([0, 1, 2]);
  expect(left(40)).toEqual([0, 1]);
  expect(left(5)).toEqual([0]);
});

test('a column has its wished width before an extra one comes, and gives way to one that is none', () => {
  const columns = [
    { leastWidth: 10, wishedWidth: 30, isNeeded: true },
    { leastWidth: 8, isNeeded: false },
    { leastWidth: 8, isNeeded: false, isExtra: true },
  ];
  const left = (width: number) => columnsWithRoom([40, 8, 8], width, columns);
  expect(left(50)).toEqual([0, 1, 2]);
  expect(left(49)).toEqual([0, 1]);
  expect(left(20)).toEqual([0, 1]);
  expect(left(19)).toEqual([0]);
});

test('a column that has no wish gives way first', () => {
  const columns = [{ leastWidth: 10, wishedWidth: 30 }, { leastWidth: 10 }];
  expect(fitColumns([40, 40], 50, columns)).toEqual([30, 18]);
  expect(fitColumns([40, 40], 32, columns)).toEqual([20, 10]);
});

test('what is cut last gives way once the others have only their least widths', () => {
  const columns = [{ leastWidth: 10, wishedWidth: 40, isCutLast: true }, { leastWidth: 20 }];
  expect(fitColumns([40, 40], 70, columns)).toEqual([40, 28]);
  expect(fitColumns([40, 40], 60, columns)).toEqual([38, 20]);
});
