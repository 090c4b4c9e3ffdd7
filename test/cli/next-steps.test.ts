import { expect, test } from 'vitest';
import { nextSteps, retryStep, viewsAtFault } from '../../src/cli/next-steps.ts';

const patient = (...models: object[]) => ({ id: 7, reconstructions: models });
const model = (status: string, more: object = {}) => ({ type: 'FaceReconstruction', status, ...more });
const lines = (given: unknown, routes: string[] = []) =>
  nextSteps({ id: '7', patient: given, routes: new Set(routes) }).map(({ command }) => command.join(' '));

test.each([
  ['a failed one', [model('failed')], ['patients update 7 --type face --left FILE --front FILE --right FILE']],
  ['one that is made', [model('processing')], ['wait 7 --type face']],
  ['a status that nobody knows', [model('brewing')], ['wait 7 --type face']],
  ['a ready one', [model('has_3d')], ['download 7 --type face', 'view 7 --type face']],
  ['an accepted one', [model('has_3d', { accepted: true })], ['download 7 --type face', 'view 7 --type face']],
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
  expect(lines(patient(...models)).map((line) => line.split(' ')[0])).toEqual(['patients', 'wait', 'download', 'view']);
});

test('a model that may be of somebody else is looked at, or made anew; nobody is led to accept it', () => {
  const patient = { reconstructions: [{ type: 'FaceReconstruction', status: 'has_3d' }] };
  const routes = new Set(['accept']);
  const lines = (sentence: string) =>
    nextSteps({ id: '5', patient, routes, warnings: [{ type: 'face', sentence }] }).map(({ command }) =>
      command.join(' '),
    );
  const anew = ['view 5 --type face', 'patients update 5 --type face --photos FOLDER', 'download 5 --type face'];
  expect(lines('Perhaps two people: the front photo shows another hair colour than the other photos.')).toEqual(anew);
  expect(lines('patients 3 and 7 have the same front photo')).toEqual(anew);
  expect(lines('No eye distance was given')).toContain('patients accept 5 --type face');
});

test('a way of its own is told of a service that names it, and of no other', () => {
  expect(lines(patient(model('has_3d')), ['accept'])).toEqual([
    'download 7 --type face',
    'view 7 --type face',
    'patients accept 7 --type face',
  ]);
  expect(lines(patient(model('has_3d', { accepted: true })), ['accept'])).toEqual([
    'download 7 --type face',
    'view 7 --type face',
    'patients accept 7 --type face --undo',
  ]);
});

test('where the disk of the service is at fault, its operator is told first, and no photo is replaced', () => {
  const reasons = new Map([
    ['face', 'a file of it is missing on the disk of the service; its operator can put it back'],
  ]);
  const earlier = model('failed', { frames: 'https://clinic.example/frames.jpg' });
  const steps = nextSteps({ id: '7', patient: patient(earlier), reasons, routes: new Set(['accept']) });
  expect(steps).toEqual([{ command: ['doctor', '--files'], because: expect.stringContaining('the operator') }]);
});

test('where photos are at fault, they can come by a link, too: the desk may have none', () => {
  const linesFor = (reason: string) =>
    nextSteps({
      id: '7',
      patient: patient(model('failed')),
      reasons: new Map([['face', reason]]),
      routes: new Set(),
    }).map(({ command }) => command.slice(0, 4).join(' '));
  const update = 'patients update 7 --type';
  expect(linesFor('the front photo is far too dark. Take it again')).toEqual([update, 'invite 7 --type face']);
  expect(linesFor('eye_distance of 198 cm would make the head 12.40 m tall; check the number')).toEqual([update]);
});

test.each([{}, { reconstructions: [] }, null])('without photos (%j) the ways to send some', (given) => {
  expect(lines(given)).toEqual(['invite 7', 'patients update 7']);
});

test.each([
  ['the left and the right photo seem to be swapped; swap the two photos', '--left --right'],
  ['the front photo is far too dark', '--front'],
  [
    'the person in the left photo looks the wrong way; in the left photo the person must look towards the right edge',
    '--left',
  ],
  ['the left photo shows the person from the back', '--left'],
  ['no face was found', '--left --front --right'],
  [undefined, '--left --front --right'],
])('%j: these photos are to be taken again: %s', (reason, flags) => {
  const { command } = retryStep('7', 'face', reason);
  expect(command.filter((word) => /^--(left|front|right)$/.test(word)).join(' ')).toBe(flags);
});

test.each([
  [
    'eye_distance of 198 cm would make the head and shoulders 12.40 m tall; check the number',
    'face',
    '--eye-distance CM',
    '4.5 to 8 cm',
  ],
  [
    'hipline of 9.5 cm, taken as a width would make the person 0.44 m tall; check the number and the front photo',
    'body',
    '--hipline CM',
    '24 to 55 or 60 to 190 cm',
  ],
  [
    'the nipple_to_nipple of 90 cm does not go with the photos: the person would be of no human size; check the number',
    'mammo',
    '--nipple-to-nipple CM',
    '12 to 45 cm',
  ],
  [
    'the model would be wrong by some 30 mm, because its size does not go with the photos; check the measure',
    'face',
    '--eye-distance CM',
    '4.5 to 8 cm',
  ],
] as const)('%j: the measure is to be given again, and no photo', (reason, type, flag, range) => {
  const { command, because } = retryStep('7', type, reason);
  expect(command.join(' ')).toBe(`patients update 7 --type ${type} ${flag}`);
  expect(because).toContain(range);
});

test.each([
  'the 45° left photo is blurred',
  'the left 45° photo is blurred',
  'the right 45 degree photo is blurred',
  'the photo from below is cut',
  'the back photo shows only a part of the body. Give a photo of the whole person',
])('%j: no update replaces that photo, so a link is told', (reason) => {
  expect(retryStep('7', 'body', reason).command.join(' ')).toBe('invite 7 --type body --open');
});

test.each([
  ['the front photo is far too dark', 'invite 7 --type face --here'],
  ['the left and the right photo seem to be swapped; swap the two photos', 'invite 7 --type face --here'],
  ['the 45° left photo is blurred', 'invite 7 --type face --here'],
  ['eye_distance of 90 cm is not possible', 'patients update 7 --type face --eye-distance CM'],
])('%j, of photos from a phone that is here: a new link for it, or the measure', (reason, line) => {
  expect(retryStep('7', 'face', reason, { isPhoneHere: true }).command.join(' ')).toBe(line);
});

test('a single photo to be taken again was told as new photos', () => {
  expect(retryStep('7', 'face', 'the front photo is far too dark').because).toBe('with a new photo');
  expect(retryStep('7', 'face', 'no face was found').because).toBe('with new photos');
});

test.each([
  [
    'the front photo is blurred. Take it again: hold it still. Also: the person in the left photo looks the wrong way. In it …',
    'patients update 7 --type face --left FILE --front FILE',
    'with new photos',
  ],
  [
    'the front photo is far too dark. Take it again. Also: the left and the right photo seem to be swapped. Swap the two',
    'patients update 7 --type face --left b.jpg --right a.jpg --front FILE',
    'with the left and right photos swapped, and a new front photo',
  ],
  [
    'the left photo is blurred. Also: the photo from below is blurred. Take it again',
    'invite 7 --type face --open',
    'a link for new photos, which replace all of these',
  ],
  [
    'the left and the right photo seem to be swapped. Swap. Also: the 45° left photo and the 45° right photo seem to be swapped',
    'invite 7 --type face --open',
    'a link for new photos, which replace all of these',
  ],
])('the step after a failure mended the first of its reasons alone: %j', (reason, line, why) => {
  const sent = { photos: { left: 'a.jpg', right: 'b.jpg' }, measures: {} };
  const { command, because } = retryStep('7', 'face', reason, { sent });
  expect([command.join(' '), because]).toEqual([line, why]);
});

test('where no reason is told, a measure that no adult has is to be given again', () => {
  const { command } = retryStep('7', 'face', undefined, { sent: { photos: {}, measures: { eye_distance: '198' } } });
  expect(command.join(' ')).toBe('patients update 7 --type face --eye-distance CM');
  const usual = retryStep('7', 'face', undefined, { sent: { photos: {}, measures: { eye_distance: '6.2' } } });
  expect(usual.command).toContain('--front');
});

test('photos that were swapped are to be swapped back, not taken again', () => {
  const { because } = retryStep('7', 'face', 'the left and the right photo seem to be swapped; swap the two photos');
  expect(because).toBe('with the left and right photos swapped');
  const sent = { photos: { left: 'a.jpg', right: 'b.jpg' }, measures: {} };
  const { command } = retryStep('7', 'face', 'the left and the right photo seem to be swapped; swap them', { sent });
  expect(command.join(' ')).toBe('patients update 7 --type face --left b.jpg --right a.jpg');
});

test('where a newer generation failed, the earlier model can be kept; once it is accepted nothing replaces it', () => {
  const failed = { frames: 'https://x/frames' };
  const [again, keep] = lines(patient(model('failed', failed)), ['accept']);
  expect(again).toContain('patients update 7 --type face --left FILE --front FILE --right FILE');
  expect(keep).toBe('patients accept 7 --type face --earlier');
  expect(lines(patient(model('failed', failed)))).toEqual([again]);
  expect(lines(patient(model('failed', { ...failed, accepted: true })), ['accept'])).toEqual([
    'download 7 --type face',
    'view 7 --type face',
    'patients accept 7 --type face --undo',
  ]);
});

test.each([
  ['the front photo is blurred. Take it again: hold the left edge', ['front']],
  ['the 45° left photo is far too dark', ['left_45']],
  ['the photo from below shows no wall around the person', ['below']],
  ['the left photo shows the person from the right side', ['left']],
  ['perhaps two people: the right photo shows another hair colour than the front photo', ['right', 'front']],
  ['the left and the right photo seem to be swapped', ['left', 'right']],
  ['the given eye_distance does not go with the front photo', []],
  ['a file of it is missing on the disk of the service', []],
  ['no person was found', []],
  ['the front photo is blurred. Also: the left photo is blurred. Take it again', ['front', 'left']],
])('of %j the photos at fault are %j', (reason, expected) => {
  expect(viewsAtFault(reason, 'face')).toEqual(expected);
});
