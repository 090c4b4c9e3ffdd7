import { describe, expect, test } from 'vitest';
import { failureReason } from '../../src/core/failure-reason.ts';
import { planUpdate } from '../../src/core/update.ts';
import { lineText } from '../../src/system/line-text.ts';
import { failureOf } from '../http/quick.ts';
import { photoCopies } from './photo-copies.ts';
import { type Reaction, record } from './recorder.ts';
import { sendUpdate } from './send-update.ts';

const face = (over: object = {}) => ({
  type: 'FaceReconstruction',
  accepted: false,
  status: 'has_3d',
  updated_at: '2026-01-02T03:04:05.678+00:00',
  frames: 'https://x.example/f?signature=1',
  mesaures: {},
  left: 'https://x.example/l?signature=1',
  front: null,
  right: null,
  ...over,
});
const answerOf = (...reconstructions: unknown[]): Reaction => ({
  body: JSON.stringify({ patient: { id: 7, reconstructions }, async: 'true' }),
});
const newLeft = () => ({ photos: photoCopies({ left: Buffer.alloc(100) }), measures: {} });

/** A service whose GETs show `before` until a PUT came, and `after` from then on. */
async function serviceOf(before: Reaction, put: Reaction = answerOf(), after: Reaction = before) {
  let wasPut = false;
  const { client, requests } = await record(({ method }) => {
    if (method === 'GET') return wasPut ? after : before;
    wasPut = true;
    return put;
  });
  return { client, methods: () => requests.map(({ method }) => method).join(' ') };
}

test('fields alone are sent after a look, and whatever the state of a reconstruction', async () => {
  const { client, methods } = await serviceOf(answerOf(face({ accepted: true })));
  await sendUpdate(client, '7', { patient: { name: 'Ana' } });
  expect(methods()).toBe('GET PUT');
});

test('an answer about another patient leaves the outcome unknown', async () => {
  const { client } = await serviceOf(answerOf(face()), { body: '{"patient":{"id":9}}' });
  expect(await failureOf(sendUpdate(client, '7', { patient: { name: 'Ana' } }))).toMatchObject({
    code: 'outcome_unknown',
    message: expect.stringContaining('answered with patient 9 when asked for 7'),
    hint: { command: ['patients', 'get', '7'] },
  });
});

describe('a reconstruction is not sent while', () => {
  test.each([
    ['it is accepted', face({ accepted: true }), /face model of patient 7 is accepted/],
    ['it is being made', face({ status: 'processing' }), /is being made/],
  ])('%s', async (_, current, message) => {
    const { client, methods } = await serviceOf(answerOf(current));
    const error = await failureOf(sendUpdate(client, '7', { patient: { name: 'Ana' }, reconstruction: newLeft() }));
    expect(error).toMatchObject({ code: 'in_progress', message: expect.stringMatching(message) });
    expect(error.message).toContain('nothing was sent');
    expect(methods()).toBe('GET');
  });

  test('a rule is broken, and all that is missing is named', async () => {
    const { client, methods } = await serviceOf(answerOf());
    const error = await failureOf(
      sendUpdate(client, '7', { patient: {}, reconstruction: { type: 'mammo', ...newLeft() } }),
    );
    expect(error.code).toBe('rule_broken');
    expect([error.message, ...error.details].map((line) => lineText(line).split(' ')[0])).toEqual([
      'reconstruction[front]',
      'reconstruction[right]',
      'reconstruction[nipple_to_nipple]',
    ]);
    expect(methods()).toBe('GET');
  });

  test('there are two types and none is named', async () => {
    const { client } = await serviceOf(answerOf(face(), face({ type: 'MammoReconstruction' })));
    const error = await failureOf(sendUpdate(client, '7', { patient: {}, reconstruction: newLeft() }));
    expect(error.message).toMatch(/^reconstruction\[type\] is missing: the patient has face and mammo/);
  });
});

test('another type may be accepted or being made meanwhile', async () => {
  const { client } = await serviceOf(
    answerOf(face(), face({ type: 'MammoReconstruction', accepted: true })),
    answerOf(face({ status: 'processing' })),
  );
  await sendUpdate(client, '7', { patient: {}, reconstruction: { type: 'face', ...newLeft() } });
});

describe('what came of it is told by', () => {
  test.each<[string, Reaction, Reaction, string?]>([
    ['the state in the answer', answerOf(face({ status: 'processing' })), answerOf(face()), 'GET PUT'],
    ['the state afterwards', answerOf(), answerOf(face({ status: 'queued' }))],
    ['the time', answerOf(face()), answerOf(face({ updated_at: '2026-01-03T00:00:00.000+00:00' }))],
    ['a photo', answerOf(face()), answerOf(face({ left: 'https://x.example/l2?signature=1' }))],
    ['a measure', answerOf(face()), answerOf(face({ mesaures: { eye_distance: 6 } }))],
  ])('%s: changed', async (_, put, after, expected = 'GET PUT GET') => {
    const { client, methods } = await serviceOf(answerOf(face()), put, after);
    const reply = await sendUpdate(client, '7', { patient: {}, reconstruction: newLeft() });
    expect(reply.text).toBe(put.body);
    expect(methods()).toBe(expected);
  });

  test('nothing but another signature: not changed', async () => {
    const same = answerOf(face({ left: 'https://x.example/l?signature=2', frames: 'https://x.example/f?signature=2' }));
    const { client } = await serviceOf(answerOf(face()), same, same);
    const withFields = sendUpdate(client, '7', { patient: { name: 'Ana' }, reconstruction: newLeft() });
    expect(await failureOf(withFields)).toMatchObject({
      code: 'in_progress',
      message: 'the patient fields were saved; the face model was not changed',
      hint: { command: ['patients', 'get', '7'] },
    });
  });

  test('an answer that shows no reconstruction tells nothing: not changed', async () => {
    const { client } = await serviceOf(answerOf(face()), answerOf(), answerOf(face()));
    const error = await failureOf(sendUpdate(client, '7', { patient: {}, reconstruction: newLeft() }));
    expect(error).toMatchObject({ code: 'in_progress', message: 'the face model was not changed' });
  });

  test('no answer afterwards: unknown', async () => {
    const { client } = await serviceOf(answerOf(face()), answerOf(face()), { status: 500, body: '' });
    const error = await failureOf(sendUpdate(client, '7', { patient: {}, reconstruction: newLeft() }));
    expect(error).toMatchObject({ code: 'outcome_unknown', hint: { command: ['patients', 'get', '7'] } });
  });
});

test('a plan names the type that will be replaced', async () => {
  const { client } = await serviceOf(answerOf(face(), null, { type: 'HandScan' }));
  const plan = await planUpdate(client, '7', { photos: ['left'], measures: {} });
  expect(plan).toMatchObject({ type: 'face', violations: [] });
});

describe('failureReason', () => {
  test.each<[string, Reaction, string | undefined]>([
    [
      'a refusal with words',
      { status: 409, body: '{"detail":"left.jpg shows two people"}' },
      'left.jpg shows two people',
    ],
    ['a refusal without', { status: 409, body: '' }, undefined],
    ['an archive', { body: 'PK' }, undefined],
    ['nothing', { status: 404, body: '' }, undefined],
    ['a failure', { status: 500, body: 'oops' }, undefined],
  ])('%s', async (_, reaction, expected) => {
    const { client } = await record(() => reaction);
    expect(await failureReason(client, '7', 'face')).toBe(expected);
  });
});
