import { expect, test } from 'vitest';
import {
  AFTER_TEXT_FIELDS,
  CREATE_TEXT_FIELDS,
  PHOTO_FIELDS,
  UPDATE_PHOTO_FIELDS,
  UPDATE_TEXT_FIELDS,
} from '../../src/contract/fields.ts';
import { measureWarning, sizeDoubt } from '../../src/contract/measure-hints.ts';
import { findProvider, PROVIDERS, usualSecondsOf } from '../../src/contract/providers.ts';
import { generationStateOf, shortTypeOf, wireTypeOf } from '../../src/contract/reconstruction.ts';

test('a create has the 22 form fields of the interface', () => {
  expect([...CREATE_TEXT_FIELDS, ...PHOTO_FIELDS].sort()).toEqual(
    [
      'patient[name] patient[email] patient[gender] patient[phone] patient[country] patient[address] patient[city]',
      'patient[postal_code] patient[state] reconstruction[type] reconstruction[provider] reconstruction[left]',
      'reconstruction[front] reconstruction[right] reconstruction[back] reconstruction[left_45]',
      'reconstruction[right_45] reconstruction[below] reconstruction[nipple_to_nipple]',
      'reconstruction[eye_distance] reconstruction[hipline] async',
    ]
      .join(' ')
      .split(' ')
      .sort(),
  );
});

test('an update has no provider, no async and three photos', () => {
  expect(UPDATE_TEXT_FIELDS).toHaveLength(13);
  expect(UPDATE_TEXT_FIELDS).not.toContain('async');
  expect(UPDATE_TEXT_FIELDS).not.toContain('reconstruction[provider]');
  expect(UPDATE_PHOTO_FIELDS).toEqual(['reconstruction[left]', 'reconstruction[front]', 'reconstruction[right]']);
});

test('an after has only reconstruction fields', () => {
  expect(AFTER_TEXT_FIELDS).toEqual([
    'reconstruction[type]',
    'reconstruction[provider]',
    'reconstruction[nipple_to_nipple]',
    'reconstruction[eye_distance]',
    'reconstruction[hipline]',
  ]);
});

test('the provider table has the seven rows and times of the interface', () => {
  expect(PROVIDERS.map(({ title, number, usualSeconds }) => [title, number, usualSeconds])).toEqual([
    ['Face', 4, 30],
    ['Head', 6, 60],
    ['Head High Quality (full head)', 5, 150],
    ['Torso', 4, 30],
    ['Upper body', 6, 45],
    ['Body', 4, 45],
    ['Full body', 7, 120],
  ]);
});

test('a provider is found by number or name, within its type only', () => {
  expect(findProvider('face', 'head-hq')?.number).toBe(5);
  expect(findProvider('face', '7')).toBeUndefined();
  expect(findProvider('mammo', 'head-hq')).toBeUndefined();
  expect(findProvider('body', 'full-body')?.number).toBe(7);
  expect(findProvider('body', '8')).toBeUndefined();
  expect(usualSecondsOf('body')).toBe(45);
});

test.each([
  ['has_3d', 'ready'],
  ['failed', 'failed'],
  ['ERROR', 'failed'],
  ['rejected', 'failed'],
  ['canceled', 'failed'],
  ['processing', 'going'],
  ['warming_up', 'going'],
  [undefined, 'going'],
  [null, 'going'],
  [3, 'going'],
])('status %j is %s', (status, progress) => {
  expect(generationStateOf(status)).toBe(progress);
});

test('wire types and short types are each other’s inverse', () => {
  expect(wireTypeOf('mammo')).toBe('MammoReconstruction');
  for (const type of ['mammo', 'face', 'body'] as const) expect(shortTypeOf(wireTypeOf(type))).toBe(type);
  expect(shortTypeOf('face')).toBe('face');
  expect(shortTypeOf('EarReconstruction')).toBeUndefined();
  expect(shortTypeOf(7)).toBeUndefined();
});

test.each([
  ['nipple_to_nipple', '21', undefined],
  ['nipple_to_nipple', '210', 'nipple to nipple is taken as 210 cm; if it was measured in mm, give 21'],
  ['nipple_to_nipple', '8.5', 'nipple to nipple is taken as 8.5 cm; if it was measured in inches, give 21.59'],
  ['eye_distance', '63', 'eye distance is taken as 63 cm; if it was measured in mm, give 6.3'],
  ['hipline', '95', undefined],
  ['hipline', '36', undefined],
  ['hipline', '0.001', 'hipline is 0.001 cm; of adults it is 24 to 55 or 60 to 190 cm'],
  ['hipline', 'abc', undefined],
] as const)('%s of %s cm: %s', (name, text, warning) => {
  expect(measureWarning(name, text)).toBe(warning);
});

test.each([
  ['height', '1.72', '1.72 m are 172 cm: type 172'],
  ['height', '68', '68 inches are 172.72 cm: type 172.72'],
  ['height', '1720', '1720 mm are 172 cm: type 172'],
  ['height', '172', undefined],
  ['height', '104', undefined],
  ['weight', '68000', '68000 g are 68 kg: type 68'],
  ['weight', '31', undefined],
] as const)('who types a %s of %s is asked again: %s', (name, text, doubt) => {
  expect(sizeDoubt(name, text)).toBe(doubt);
});
