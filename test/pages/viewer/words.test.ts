import { expect, test } from 'vitest';
import { shortLabels, titleOf } from '../../../src/pages/viewer/words.ts';

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
      { label: 'Patient 7, mammo', shortLabel: 'Before' },
      { label: 'Patient 7, mammo, after 2', shortLabel: 'After 2' },
    ],
    ['Before', 'After 2'],
  ],
  [[{ label: 'ana' }], ['ana']],
])('two models are called what tells them apart (%#)', (models, labels) => {
  expect(shortLabels(models)).toEqual(labels);
});

test.each([
  [['Patient 7, mammo'], 'mammo', 'Patient 7, mammo'],
  [['ana'], 'mammo', 'ana, mammo'],
  [['surface'], 'face', 'surface, face'],
  [['ana', 'later'], 'face', 'ana and later, face'],
  [['ana'], undefined, 'ana'],
] as const)('above the models %j of type %s stands %j', (labels, type, title) => {
  expect(titleOf({ models: labels.map((label) => ({ label })), ...(type && { type }) })).toBe(title);
});
