import { expect, test } from 'vitest';
import {
  acceptWords,
  daysAndWaysOf,
  daysOf,
  otherWayNote,
  ownErrors,
  samePhotosNote,
  shortLabels,
  titleOf,
} from '../../../src/pages/viewer/words.ts';

test.each([
  [
    [{ label: 'trunk' }, { label: 'later' }],
    ['trunk', 'later'],
  ],
  [
    [{ label: 'ana' }, { label: 'ana' }],
    ['ana (before)', 'ana (after)'],
  ],
  [
    [
      { label: 'Patient 7, breast', shortLabel: 'Before' },
      { label: 'Patient 7, breast, after 2', shortLabel: 'After 2' },
    ],
    ['Before', 'After 2'],
  ],
  [[{ label: 'ana' }], ['ana']],
])('two models are called what tells them apart (%#)', (models, labels) => {
  expect(shortLabels(models)).toEqual(labels);
});

test.each([
  [['Patient 7, breast'], 'mammo', 'Patient 7, breast'],
  [['ana'], 'mammo', 'ana, breast'],
  [['surface'], 'face', 'surface, face'],
  [['ana', 'later'], 'face', 'ana and later, face'],
  [['ana'], undefined, 'ana'],
] as const)('above the models %j of type %s stands %j', (labels, type, title) => {
  expect(titleOf({ models: labels.map((label) => ({ label })), ...(type && { type }) })).toBe(title);
});

const BEFORE = { label: 'Patient 7, face', shortLabel: 'Before', provider: 'Face', usedPhotos: 3 };
const AFTER = { label: 'Patient 7, face, after 1', shortLabel: 'After 1', provider: 'Face', usedPhotos: 3 };

test.each([
  [BEFORE, AFTER, []],
  [
    BEFORE,
    { ...AFTER, provider: 'Head', usedPhotos: 6 },
    [
      'Before was made as Face from 3 photos, After 1 was made as Head from 6 photos: the two differ also without a treatment.',
    ],
  ],
  [
    BEFORE,
    { ...AFTER, provider: 'Head' },
    ['Before was made as Face, After 1 was made as Head: the two differ also without a treatment.'],
  ],
  [
    BEFORE,
    { ...AFTER, usedPhotos: 4 },
    ['Before was made from 3 photos, After 1 was made from 4 photos: the two differ also without a treatment.'],
  ],
  [BEFORE, { label: 'of somebody who tells nothing' }, []],
])('a comparison tells that two models were made in two ways (%#)', (before, after, note) => {
  expect(otherWayNote([before, after])).toEqual(note);
  expect(otherWayNote([before])).toEqual([]);
});

const photo = (view: 'left' | 'front', mark?: string) => ({ view, picture: view, ...(mark && { mark }) });

test.each([
  ['all of them', [photo('left', 'a'), photo('front', 'b')], true],
  ['some of them', [photo('front', 'b')], true],
  ['one that is new', [photo('left', 'a'), photo('front', 'c')], false],
  ['one that was given for another view', [photo('left', 'b')], false],
  ['photos that are not known', [photo('left'), photo('front')], false],
  ['no photo', [], false],
])('a comparison tells that both models are of the same photos: %s', (_, photos, isTold) => {
  const before = { ...BEFORE, photos: [photo('left', 'a'), photo('front', 'b')] };
  expect(samePhotosNote([before, { ...AFTER, photos }])).toEqual(
    isTold ? ['After 1 was made from the same photos as Before: what differs is no change of the patient.'] : [],
  );
  expect(samePhotosNote([before])).toEqual([]);
});

test('a comparison tells how exact each of the two is, where that is known', () => {
  expect(ownErrors([{ ...BEFORE, expected: { face: 2.1, skull: 3.9 } }, AFTER])).toEqual([
    'Before: probably exact to 2.1 mm (face), 3.9 mm (rest of the head).',
  ]);
});

test.each([
  [[{ label: 'Patient 7, face', provider: 'Head', usedPhotos: 3 }], ['Made as Head from 3 photos']],
  [[{ label: 'ana', usedPhotos: 6 }], ['Made from 6 photos']],
  [[{ label: 'ana' }], []],
  [
    [BEFORE, { ...AFTER, provider: 'Head' }],
    ['Before: made as Face from 3 photos', 'After 1: made as Head from 3 photos'],
  ],
])('above the models stands as what each was made (%#)', (models, ways) => {
  expect(daysAndWaysOf(models)).toEqual(ways);
});

test('before and after repeated the patient in each line above them', () => {
  const models = [
    { ...BEFORE, day: '2026-11-01' },
    { ...AFTER, day: '2026-11-29' },
  ];
  expect(titleOf({ models, type: 'face' })).toBe('Patient 7, face, before and after 1');
  expect(daysOf(models)).toEqual(['Before: model as of 2026-11-01', 'After 1: model as of 2026-11-29']);
  expect(daysAndWaysOf(models)).toEqual([
    'Before: model as of 2026-11-01, made as Face from 3 photos',
    'After 1: model as of 2026-11-29, made as Face from 3 photos',
  ]);
  expect(daysAndWaysOf(models.slice(0, 1))).toEqual(['Model as of 2026-11-01, made as Face from 3 photos']);
});

test('beside an after-record it was not told which model is accepted', () => {
  expect(acceptWords('mammo', 'Before')).toEqual({
    ask: 'Accept the model “Before” …',
    question: 'Accept the breast model “Before”?',
    accepted: 'The model “Before” is accepted: no update replaces it.',
    open: 'The model “Before” is not accepted yet.',
  });
  expect(acceptWords('face')).toEqual({
    ask: 'Accept this model …',
    question: 'Accept the face model?',
    accepted: 'This model is accepted: no update replaces it.',
    open: 'This model is not accepted yet.',
  });
});
