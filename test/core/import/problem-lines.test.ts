import { expect, test } from 'vitest';
import { problemLines } from '../../../src/core/import/problem-lines.ts';

const rows = (numbers: readonly number[], text: string) => numbers.map((number) => ({ place: `row ${number}`, text }));

test.each([
  [rows([4], 'is blank'), 'row 4: is blank'],
  [rows([9, 3, 4, 5, 3], 'is blank'), 'rows 3-5, 9: is blank'],
  [[{ text: 'a quote is not closed' }], 'a quote is not closed'],
  [[...rows([2], 'is "x"'), ...rows([5], 'is "y"')], 'row 2 ("x"), row 5 ("y"): is …'],
  [
    [...rows([3], 'is the same as row 2'), ...rows([5], 'is the same as row 4')],
    'row 3 (row 2), row 5 (row 4): is the same as …',
  ],
  [
    [...rows([2], '"x" is outside "in"'), ...rows([3], '"y" is outside "in"')],
    'row 2 ("x"), row 3 ("y"): … is outside "in"',
  ],
  [['ana', 'bo'].map((place) => ({ place, text: 'is blank' })), 'ana, bo: is blank'],
])('%j is told as %j', (problems, line) => {
  expect(problemLines(problems)).toEqual([line]);
});

test('each kind is told once, in the order of its first row', () => {
  expect(problemLines([...rows([2, 3], 'a'), ...rows([2], 'b'), ...rows([7], 'a')])).toEqual([
    'rows 2-3, 7: a',
    'row 2: b',
  ]);
});

test('of many places the first ones are named, and the others counted', () => {
  const odd = Array.from({ length: 100 }, (_, at) => 2 * at + 1);
  expect(problemLines(rows(odd, 'x'))).toEqual([expect.stringMatching(/^rows 1, 3, .*, 23 and 88 more: x$/)]);
});
