import { expect, test } from 'vitest';
import { readAnswers as readIn } from '../../src/service/web/form-answers.ts';
import { en } from '../../src/service/web/words/en.ts';
import { pt } from '../../src/service/web/words/pt.ts';

const readAnswers = (...args: [request: Parameters<typeof readIn>[1], sent: Parameters<typeof readIn>[2]]) =>
  readIn(en, ...args);

const face = { type: 'face', provider: '4' } as const;
const complete = { fields: new Map(), givenViews: ['left', 'front', 'right'], problems: [] } as const;
const withMeasure = (name: string, text: string) => ({
  ...complete,
  fields: new Map([[`reconstruction[${name}]`, text]]),
});

test('a complete form has no problems', () => {
  expect(readAnswers(face, complete)).toEqual({ typed: {}, measures: {}, problems: [] });
});

test.each([
  ['21.5', 21.5],
  ['21,5', 21.5],
  [' 21,5 cm ', 21.5],
  ['21cm', 21],
  ['٢١٫٥ سم', 21.5],
  ['1.234,5', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['1e3', undefined],
  ['twenty', undefined],
])('a measure of %j is %s', (text, expected) => {
  const answers = readAnswers({ type: 'mammo', provider: '4' }, withMeasure('nipple_to_nipple', text));
  expect(answers.typed).toEqual({ nipple_to_nipple: text.trim() });
  expect(answers.measures.nipple_to_nipple).toBe(expected);
  expect(answers.problems.map(({ name }) => name)).toEqual(expected === undefined ? ['nipple_to_nipple'] : []);
});

test('an optional measure left empty is no problem, a wrong one is', () => {
  expect(readAnswers(face, withMeasure('eye_distance', '  ')).problems).toEqual([]);
  expect(readAnswers(face, withMeasure('eye_distance', 'big')).problems).toEqual([
    { name: 'eye_distance', message: '“big” cannot be a length in centimetres. Please write it like 6.3.' },
  ]);
});

test('a measure in mm is asked for again in cm; inches may be cm of somebody', () => {
  const messageOf = (text: string) => readAnswers(face, withMeasure('eye_distance', text)).problems[0]?.message;
  expect(messageOf('63')).toBe('“63” cannot be a length in centimetres. Please write it like 6.3.');
  expect(messageOf('2.5')).toBeUndefined();
});

test('in Portuguese a measure in mm was answered with a decimal point', () => {
  const { problems } = readIn(pt, face, withMeasure('eye_distance', '63'));
  expect(problems[0]?.message).toMatch(/“63” não pode ser .* Escreva assim: 6,3\.$/);
});

test('each field has one problem, in words for a patient', () => {
  const problems = [
    { field: 'reconstruction[left]', message: 'is cut off before its end' },
    { field: 'reconstruction[right]', message: 'is the same picture as reconstruction[front]' },
    { field: 'reconstruction[provider]', message: 'is not a field of this operation' },
  ];
  const { problems: shown } = readAnswers(
    { type: 'body', provider: '4' },
    { fields: new Map(), givenViews: ['front', 'left', 'right'], problems },
  );
  expect(shown).toEqual([
    { name: 'left', message: 'This photo is cut off before its end.' },
    { name: 'right', message: 'This photo is the same picture as Front.' },
    { name: 'form', message: 'The field reconstruction[provider] is not a field of this operation.' },
    { name: 'back', message: 'Please choose this photo.' },
    { name: 'hipline', message: 'Please fill in this measure.' },
  ]);
});
