import { describe, expect, test } from 'vitest';
import { RECONSTRUCTION_TYPES } from '../../../src/contract/reconstruction.ts';
import { expectedErrors, worstSign } from '../../../src/engine/certainty/expected-error.ts';
import { LEARNED } from '../../../src/engine/certainty/learned.ts';
import { partsOf } from '../../../src/engine/certainty/parts.ts';
import { SIGNS, type Signs } from '../../../src/engine/certainty/signs.ts';

const usual = Object.fromEntries(SIGNS.map((name) => [name, 0.5])) as unknown as Signs;

describe.each(RECONSTRUCTION_TYPES)('%s', (type) => {
  test('every part has an expected error, and more of any sign never lowers it', () => {
    const before = expectedErrors(type, usual);
    expect(Object.keys(before)).toEqual(partsOf(type));
    for (const name of SIGNS) {
      const after = expectedErrors(type, { ...usual, [name]: usual[name] + 3 });
      for (const part of partsOf(type)) expect(after[part]!.mm).toBeGreaterThanOrEqual(before[part]!.mm);
    }
  });

  test('what half of the models keep is less than what 95 % keep', () => {
    for (const { mm, likely } of Object.values(expectedErrors(type, usual))) {
      expect(likely).toBeGreaterThan(0);
      expect(mm).toBeGreaterThan(likely);
    }
  });
});

test('signs like nobody’s before make no number without end', () => {
  const wild = Object.fromEntries(SIGNS.map((name) => [name, 1e6])) as unknown as Signs;
  for (const { mm } of Object.values(expectedErrors('face', wild))) expect(mm).toBeLessThan(100);
});

test('what was learned has no negative weight, so that nothing bad can look good', () => {
  const parts = Object.values(LEARNED).flatMap(({ parts }) => Object.values(parts));
  expect(parts.flatMap(({ weights }) => Object.values(weights)).every((weight) => weight >= 0)).toBe(true);
});

test('the sign that raises an error most is named, compared with what is usual', () => {
  const part = { base: 0, weights: { misfit: 1, odd: 0.2 }, usual: { misfit: 2, odd: 0.5 }, most: {}, bound: 2 };
  const learned = { ...LEARNED, face: { ...LEARNED.face, parts: { face: part } } };
  const of = (misfit: number, odd: number) => worstSign('face', 'face', { ...usual, misfit, odd }, learned);
  expect([of(3, 1), of(2.1, 6), of(2, 0.5), of(1, 0.1)]).toEqual(['misfit', 'odd', undefined, undefined]);
});
