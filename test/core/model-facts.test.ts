import { expect, test } from 'vitest';
import { modelFactsOf } from '../../src/core/model-facts.ts';

test('expected errors are read by type and part, warnings by type', () => {
  const headers = {
    'recon-expected-error': 'face.face=2.1, face.skull=3.9, mammo.torso_front=2, face.12.face=2.5',
    'recon-photos': 'face=below left front right left_45 right_45, body=left, ear=left, mammo=nose',
    'recon-failed-photos': `face=left:${'a'.repeat(16)} front:${'b'.repeat(64)} ear:${'c'.repeat(16)}, mammo.2=right:${'d'.repeat(16)}, body=left:short`,
    'recon-computed': 'face=ear_size, body=nipple_to_nipple other, ear=x',
    'recon-earlier-models':
      'face=2026-01-02T03:04:05.678Z/4/eye_distance:6.1 2026-01-01T03:04:05.678Z/5/, body=soon/4/hipline:90, ear=2026-01-01T03:04:05.678Z/5/',
    'recon-providers': 'face=5, body=4, mammo=7, ear=4, face=',
    'recon-after-warnings': 'face.12="Look, at the chin.", face.12="And at the nose.", ear.1="No.", face="No."',
    warning: '199 recon "face: The given eye_distance is 25 % more, check it.", 199 recon "mammo: Look."',
  };
  expect(modelFactsOf(headers)).toEqual({
    expected: { face: { face: 2.1, skull: 3.9 }, mammo: { torso_front: 2 }, 'face.12': { face: 2.5 } },
    modelPhotos: { face: ['left', 'front', 'right', 'left_45', 'right_45', 'below'], body: ['left'] },
    failedPhotos: {
      face: { left: 'a'.repeat(16), front: 'b'.repeat(64) },
      'mammo.2': { right: 'd'.repeat(16) },
    },
    modelProviders: { face: '5', body: '4' },
    computed: { face: ['ear_size'], body: ['nipple_to_nipple', 'other'] },
    earlierModels: {
      face: [
        { at: Date.parse('2026-01-02T03:04:05.678Z'), provider: '4', measures: { eye_distance: '6.1' } },
        { at: Date.parse('2026-01-01T03:04:05.678Z'), provider: '5', measures: {} },
      ],
    },
    modelWarnings: [
      { type: 'face', sentence: 'The given eye_distance is 25 % more, check it.' },
      { type: 'mammo', sentence: 'Look.' },
      { type: 'face.12', sentence: 'Look, at the chin.' },
      { type: 'face.12', sentence: 'And at the nose.' },
    ],
  });
});

test.each([
  {},
  { 'recon-expected-error': '', warning: '' },
  {
    'recon-expected-error': 'face=2.1, face.face=-1, .x=1, face.face=2e3, face.face=9999',
    warning: '110 proxy "stale"',
  },
  { warning: '199 recon "the patient fields were saved; the reconstruction was not changed"' },
])('what another service says there is passed over: %j', (headers) => {
  expect(modelFactsOf(headers)).toEqual({});
});
