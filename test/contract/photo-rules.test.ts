import { expect, test } from 'vitest';
import { parseMeasure, type ReconstructionRequest, violations } from '../../src/contract/photo-rules.ts';

const broken = (request: Partial<ReconstructionRequest>) =>
  violations({ purpose: 'create', photos: [], measures: {}, ...request }).map(({ name, code }) => `${name} ${code}`);

const THREE = ['left', 'front', 'right'] as const;
const SIX = [...THREE, 'left_45', 'right_45', 'below'] as const;

test.each<[string, Partial<ReconstructionRequest>, string[]]>([
  ['no reconstruction at all', {}, []],
  ['face with its three photos', { type: 'face', photos: THREE }, []],
  ['face 5 with its six photos', { type: 'face', provider: '5', photos: SIX }, []],
  [
    'face 5 with three photos',
    { type: 'face', provider: '5', photos: THREE },
    ['left_45 missing', 'right_45 missing', 'below missing'],
  ],
  ['mammo without its measure', { type: 'mammo', photos: THREE }, ['nipple_to_nipple missing']],
  ['mammo complete', { type: 'mammo', photos: THREE, measures: { nipple_to_nipple: '21' } }, []],
  ['body without provider counts as 4', { type: 'body', photos: THREE }, ['back missing', 'hipline missing']],
  [
    'body 7 needs the other measure',
    { type: 'body', provider: '7', photos: [...THREE, 'back'] },
    ['nipple_to_nipple missing'],
  ],
  ['nothing but a type', { type: 'face' }, ['left missing', 'front missing', 'right missing']],
  ['a photo without a type', { photos: ['front'] }, ['type missing', 'left missing', 'right missing']],
  [
    'a measure without a type',
    { measures: { hipline: '90' } },
    ['type missing', 'left missing', 'front missing', 'right missing'],
  ],
  ['an unknown type', { type: 'nose', photos: THREE }, ['type invalid']],
  ['a provider out of the table', { type: 'face', provider: '9', photos: THREE }, ['provider invalid']],
  ['a provider of another type', { type: 'face', provider: '7', photos: THREE }, ['provider not_for_type']],
  [
    'a measure that is no number',
    { type: 'face', photos: THREE, measures: { eye_distance: '6,2' } },
    ['eye_distance invalid'],
  ],
  [
    'an after must say its type',
    { purpose: 'after' },
    ['type missing', 'left missing', 'front missing', 'right missing'],
  ],
])('%s', (_name, request, expected) => {
  expect(broken(request)).toEqual(expected);
});

test.each<[string, Partial<ReconstructionRequest>, string[]]>([
  ['fields only', {}, []],
  ['one photo of the stored type', { type: 'face', stored: ['face'], photos: ['front'] }, []],
  ['no type with one stored', { stored: ['mammo'], photos: ['left'] }, []],
  ['no type with two stored', { stored: ['mammo', 'face'], photos: ['left'] }, ['type missing']],
  [
    'none stored of that type',
    { type: 'mammo', photos: ['left'] },
    ['front missing', 'right missing', 'nipple_to_nipple missing'],
  ],
  ['a new body takes no back photo', { type: 'body', photos: THREE, measures: { hipline: '95' } }, []],
  ['a provider is not accepted', { type: 'face', provider: '5', stored: ['face'] }, ['provider not_accepted']],
])('update: %s', (_name, request, expected) => {
  expect(broken({ purpose: 'update', ...request })).toEqual(expected);
});

test.each<[string, number | undefined]>([
  ['21', 21],
  ['21.5', 21.5],
  ['.5', 0.5],
  [' 6.2 ', 6.2],
  ['0', undefined],
  ['0.0', undefined],
  ['-3', undefined],
  ['6,2', undefined],
  ['1e2', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['NaN', undefined],
  ['', undefined],
  ['21 cm', undefined],
  ['9'.repeat(400), undefined],
])('the measure %j is %s', (text, value) => {
  expect(parseMeasure(text)).toBe(value);
});

test('a message names the value and what is allowed, with control characters escaped', () => {
  const [first] = violations({ purpose: 'create', type: 'no\u001b[31mse', photos: THREE, measures: {} });
  expect(first?.message).toBe('is "no\\u001b[31mse"; it must be mammo, face or body');
});
