import { expect, test } from 'vitest';
import { nextSteps, updateLine } from '../../src/cli/next-steps.ts';

const patient = (...models: object[]) => ({ id: 7, reconstructions: models });
const model = (status: string, more: object = {}) => ({ type: 'FaceReconstruction', status, ...more });
const lines = (given: unknown, routes: string[] = []) =>
  nextSteps({ id: '7', patient: given, routes: new Set(routes) }).map(({ command }) => command.join(' '));

test.each([
  ['a failed one', [model('failed')], ['patients update 7 --type face --left FILE --front FILE --right FILE']],
  ['one that is made', [model('processing')], ['wait 7 --type face']],
  ['a status that nobody knows', [model('brewing')], ['wait 7 --type face']],
  ['a ready one', [model('has_3d')], ['download 7 --type face']],
  ['an accepted one', [model('has_3d', { accepted: true })], ['download 7 --type face']],
  ['a type that nobody knows', [{ type: 'EarReconstruction', status: 'failed' }], []],
  ['none that can be read', [{}], []],
])('of %s', (_what, models, expected) => {
  expect(lines(patient(...models))).toEqual(expected);
});

test('the most urgent comes first', () => {
  const models = [
    model('has_3d'),
    { type: 'BodyReconstruction', status: 'failed' },
    { type: 'MammoReconstruction', status: 'processing' },
  ];
  expect(lines(patient(...models)).map((line) => line.split(' ')[0])).toEqual(['patients', 'wait', 'download']);
});

test('a way of its own is told of a service that names it, and of no other', () => {
  expect(lines(patient(model('has_3d')), ['accept'])).toEqual([
    'download 7 --type face',
    'patients accept 7 --type face',
  ]);
  expect(lines(patient(model('has_3d', { accepted: true })), ['accept'])).toEqual(['download 7 --type face']);
});

test.each([{}, { reconstructions: [] }, null])('without photos (%j) the ways to send some', (given) => {
  expect(lines(given)).toEqual([
    'invite 7 --type TYPE',
    'patients update 7 --type TYPE --left FILE --front FILE --right FILE',
  ]);
});

test.each([
  ['the left and the right photo seem to be swapped; swap the two photos', '--left --right'],
  ['the front photo is far too dark', '--front'],
  [
    'the person in the left photo looks the wrong way; in the left photo the person must look towards the right edge',
    '--left',
  ],
  ['the left 45° photo is blurred', '--left --front --right'],
  ['the photo from below is cut', '--left --front --right'],
  ['no face was found', '--left --front --right'],
  [undefined, '--left --front --right'],
])('%j: these photos are to be taken again: %s', (reason, flags) => {
  const line = updateLine('7', 'face', reason);
  expect(line.filter((word) => /^--(left|front|right)$/.test(word)).join(' ')).toBe(flags);
});
