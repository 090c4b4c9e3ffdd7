import { expect, test } from 'vitest';
import { shortLabels } from '../../../src/pages/viewer/words.ts';

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
