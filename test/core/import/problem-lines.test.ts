import { expect, test } from 'vitest';
import { placesBut, placesText, problemLines, withoutValues } from '../../../src/core/import/problem-lines.ts';

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
  [['ana', 'bo'].map((place) => ({ place, text: 'is blank' })), 'ana and bo: is blank'],
  [
    ['Ferreira, Ana', 'Silva, Maria'].map((place) => ({ place, text: 'is blank' })),
    '"Ferreira, Ana" and "Silva, Maria": is blank',
  ],
  [
    [
      { place: 'Ferreira, Ana', text: 'is "x"' },
      { place: 'bo', text: 'is "y"' },
    ],
    '"Ferreira, Ana" ("x"), bo ("y"): is …',
  ],
  [[{ place: 'Ferreira, Ana', text: 'is blank' }], 'Ferreira, Ana: is blank'],
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

test.each([
  [['row 3', 'row 4', 'row 5', 'row 9'], 'row 4', 'rows 3, 5, 9'],
  [['row 3', 'row 4'], 'row 3', 'row 4'],
  [
    Array.from({ length: 40 }, (_, at) => `row ${2 * at}`),
    'row 0',
    'rows 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24 and 27 more',
  ],
  [
    Array.from({ length: 40 }, (_, at) => `row ${2 * at}`),
    'row 60',
    'rows 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22 and 27 more',
  ],
  [['ana', 'rui', 'eva'], 'rui', 'ana and eva'],
  [
    Array.from({ length: 14 }, (_, at) => `p${at}`),
    'p0',
    'p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12 and 1 more',
  ],
  [['row 1', 'ana'], 'ana', 'row 1'],
])('%j without %s is %s', (places, own, text) => {
  expect(placesBut(places)(own)).toBe(text);
  expect(placesText(places.filter((place) => place !== own))).toBe(text);
});

test('five thousand rows that show the same photo are told in a moment', () => {
  const places = Array.from({ length: 5_000 }, (_, at) => `row ${at + 1}`);
  const begun = performance.now();
  const allBut = placesBut(places);
  const texts = places.map((place) => allBut(place));
  const group = { text: 'have the same picture for front' };
  const problems = places.map((place, at) => ({ place, text: `has the same picture as ${texts[at]}`, group }));
  expect(problemLines(problems)).toEqual([`rows 1-5000: ${group.text}`]);
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(texts[2_499]).toBe('rows 1-2499, 2501-5000');
});

test.each([
  [
    'phone (column "Telefone") is no phone number: "abc" has no digits',
    'phone (column "Telefone") is no phone number: … has no digits',
  ],
  // A value that reads like a title goes, too.
  ['name is "x (column \\"Ana\\")"', 'name is …'],
])('a program was not told which column %s is about', (text, reason) => {
  expect(withoutValues(text)).toBe(reason);
});
