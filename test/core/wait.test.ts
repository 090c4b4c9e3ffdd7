import { describe, expect, test } from 'vitest';
import { usualSecondsOf } from '../../src/contract/providers.ts';
import { type WaitOptions, type WaitState, waitForPatients } from '../../src/core/wait.ts';
import { ReconError } from '../../src/errors.ts';
import { failureOf, fastClock } from '../http/quick.ts';
import { type Reaction, type Recorded, record } from './recorder.ts';

const HALF_HOUR = 30 * 60_000;
const patientOf = (id: number, ...reconstructions: [string, string][]) => ({
  id,
  reconstructions: reconstructions.map(([type, status]) => ({ type: `${type}Reconstruction`, status })),
});
const answerOf = (patient: unknown): Reaction => ({ body: JSON.stringify({ patient, async: 'true' }) });

/** Waits on a service that answers poll by poll; the last answer stays. Time passes 100 times as fast. */
async function waitOn(
  polls: (Reaction | ((request: Recorded) => Reaction))[],
  over: Partial<WaitOptions> = {},
  ids = ['7'],
) {
  const { client, requests } = await record((request, number) => {
    const poll = polls[Math.min(number, polls.length) - 1]!;
    return typeof poll === 'function' ? poll(request) : poll;
  });
  const seen: WaitState[] = [];
  const clock = fastClock(100);
  const startedAt = clock.monotonic();
  const waiting = waitForPatients(client, ids, {
    deadlineMs: HALF_HOUR,
    clock,
    onChange: (state) => seen.push(state),
    ...over,
  });
  return { waiting, requests, seen, elapsedMs: () => clock.monotonic() - startedAt };
}

/** An answer with which half an hour has passed, so that a deadline does not hang on how busy this machine is. */
function lastAnswer(reaction: Reaction) {
  const clock = fastClock(100);
  let passedMs = 0;
  const answer = () => {
    passedMs = HALF_HOUR;
    return reaction;
  };
  return { answer, clock: { ...clock, monotonic: () => clock.monotonic() + passedMs } };
}

const statuses = (seen: WaitState[]) =>
  seen.map(({ reconstructions }) => reconstructions.map(({ status }) => status).join());

test('until it is ready, telling each change once', async () => {
  const { waiting, requests, seen } = await waitOn([
    answerOf(patientOf(7, ['Face', 'processing'])),
    answerOf(patientOf(7, ['Face', 'processing'])),
    answerOf(patientOf(7, ['Face', 'texturing'])),
    answerOf(patientOf(7, ['Face', 'has_3d'])),
  ]);
  const { outcome, last, states } = await waiting;
  expect(outcome).toBe('ready');
  expect(statuses(seen)).toEqual(['processing', 'texturing', 'has_3d']);
  expect(requests).toHaveLength(4);
  expect(last.get('7')!.text).toBe(answerOf(patientOf(7, ['Face', 'has_3d'])).body);
  expect(states).toEqual([{ id: '7', reconstructions: [{ type: 'face', status: 'has_3d', progress: 'ready' }] }]);
});

test('says how far it is where the service does, and only of what is going', async () => {
  const far = (progress: string, ...reconstructions: [string, string][]) => ({
    ...answerOf(patientOf(7, ...reconstructions)),
    headers: { 'recon-progress': progress },
  });
  const { waiting, seen } = await waitOn([
    far('face=7, body=12', ['Face', 'processing']),
    far('face=7', ['Face', 'processing']),
    far('face=900', ['Face', 'processing']),
    far('face=61', ['Face', 'processing']),
    far('face=100', ['Face', 'processing']),
    far('face=100', ['Face', 'has_3d']),
  ]);
  await waiting;
  expect(seen.map(({ reconstructions: [face] }) => face?.percent)).toEqual([7, undefined, 61, 99, undefined]);
});

test('knows how long the provider usually takes that the service names', async () => {
  const going = { ...answerOf(patientOf(7, ['Face', 'processing'])), headers: { 'recon-providers': 'face=5' } };
  const { waiting, seen } = await waitOn([going, answerOf(patientOf(7, ['Face', 'has_3d']))]);
  await waiting;
  expect(seen.map(({ reconstructions: [face] }) => face?.usualSeconds)).toEqual([
    usualSecondsOf('face', '5'),
    undefined,
  ]);
});

test('tells what a generation waits for where the service does, also at the deadline', async () => {
  const going = answerOf(patientOf(7, ['Face', 'processing']));
  const { answer, clock } = lastAnswer({ ...going, headers: { 'recon-waits': 'face=space' } });
  const { waiting, seen } = await waitOn([{ ...going, headers: { 'recon-waits': 'face=gold' } }, answer], { clock });
  expect(await failureOf(waiting)).toMatchObject({
    code: 'still_running',
    details: [`patient 7: face is generating and waits for space on the service's disk`],
  });
  expect(seen.map(({ reconstructions: [face] }) => face?.waitsFor)).toEqual([undefined, 'space']);
});

test('a generation that is tried again waits for space until it goes on, and is told once', async () => {
  const going = answerOf(patientOf(7, ['Face', 'processing']));
  const full = { ...going, headers: { 'recon-waits': 'face=space' } };
  const trying = { ...going, headers: { 'recon-progress': 'face=0' } };
  const room = { ...going, headers: { 'recon-progress': 'face=3' } };
  const ready = answerOf(patientOf(7, ['Face', 'has_3d']));
  const { waiting, seen } = await waitOn([full, going, full, full, going, room, ready]);
  await waiting;
  expect(seen.map(({ reconstructions: [face] }) => face?.waitsFor)).toEqual(['space', undefined, undefined]);
  const tried = await waitOn([full, trying, full, ready]);
  await tried.waiting;
  expect(tried.seen.map(({ reconstructions: [face] }) => face?.waitsFor)).toEqual([
    'space',
    'space',
    'space',
    undefined,
  ]);
});

test('a model that is ready comes with its expected error and warnings, where the service tells them', async () => {
  const told = (...reconstructions: [string, string][]) => ({
    ...answerOf(patientOf(7, ...reconstructions)),
    headers: {
      'recon-expected-error': 'face.face=2.1, face.skull=3.9',
      warning: '199 recon "face: Look at the chin."',
    },
  });
  const { waiting } = await waitOn([
    told(['Face', 'processing'], ['Body', 'has_3d']),
    told(['Face', 'has_3d'], ['Body', 'has_3d']),
  ]);
  const [face, body] = (await waiting).states[0]!.reconstructions;
  expect(face).toMatchObject({ expected: { face: 2.1, skull: 3.9 }, warnings: ['Look at the chin.'] });
  expect(body).toEqual({ type: 'body', status: 'has_3d', progress: 'ready' });
});

test('pauses grow from 2 s to 15 s', async () => {
  const going = answerOf(patientOf(7, ['Face', 'processing']));
  const { waiting, elapsedMs } = await waitOn(
    [...Array<Reaction>(7).fill(going), answerOf(patientOf(7, ['Face', 'has_3d']))],
    {
      random: () => 0.5,
    },
  );
  await waiting;
  // 2 + 3 + 4.5 + 6.75 + 10.125 + 15 + 15
  expect(elapsedMs()).toBeGreaterThanOrEqual(56_375);
});

test.each([
  ['nothing at all', patientOf(7), {}],
  ['nothing of that type', patientOf(7, ['Face', 'processing']), { types: ['mammo'] as const }],
  ['no list of reconstructions', { id: 7 }, {}],
])('a patient with %s has nothing to wait for', async (_, patient, over) => {
  const { waiting } = await waitOn([answerOf(patient)], over);
  expect((await waiting).outcome).toBe('nothing');
});

test('a reconstruction that was just asked for may appear later', async () => {
  const { waiting } = await waitOn([answerOf(patientOf(7)), answerOf(patientOf(7, ['Face', 'has_3d']))], {
    types: ['face'],
    wereJustAsked: true,
  });
  expect((await waiting).outcome).toBe('ready');
});

test('other types are not waited for', async () => {
  const { waiting } = await waitOn([answerOf(patientOf(7, ['Face', 'has_3d'], ['Mammo', 'processing']))], {
    types: ['face'],
  });
  expect((await waiting).states[0]!.reconstructions).toHaveLength(1);
});

test.each(['failed', 'error', 'rejected', 'canceled'])('%s ends it', async (status) => {
  const { waiting } = await waitOn([answerOf(patientOf(7, ['Face', status]))]);
  expect(await failureOf(waiting)).toMatchObject({
    code: 'generation_failed',
    message: `the face generation of patient 7 failed (status "${status}")`,
  });
});

test('a failure is told when nothing is going any more', async () => {
  const { waiting, requests } = await waitOn([
    answerOf(patientOf(7, ['Face', 'failed'], ['Mammo', 'processing'])),
    answerOf(patientOf(7, ['Face', 'failed'], ['Mammo', 'has_3d'])),
  ]);
  expect((await failureOf(waiting)).code).toBe('generation_failed');
  expect(requests).toHaveLength(2);
});

test('a failure beside an accepted model is told as settled, since nothing can replace that model', async () => {
  const patient = { id: 7, reconstructions: [{ type: 'FaceReconstruction', status: 'failed', accepted: 'true' }] };
  const { waiting, seen } = await waitOn([answerOf(patient)]);
  expect((await failureOf(waiting)).code).toBe('generation_failed');
  expect(seen[0]!.reconstructions).toEqual([
    { type: 'face', status: 'failed', progress: 'failed', hasAcceptedModel: true },
  ]);
});

test.each(['new_state', '', 'HAS_3D', 'ready', 'done'])('status %j is still going, to the deadline', async (status) => {
  const { answer, clock } = lastAnswer(answerOf(patientOf(7, ['Face', status])));
  const { waiting } = await waitOn([answer], { clock, types: ['face'] });
  expect(await failureOf(waiting)).toMatchObject({
    code: 'still_running',
    details: [`patient 7: face is ${JSON.stringify(status)}`],
    hint: { command: ['wait', '7', '--type', 'face'] },
  });
});

test('a reconstruction of an unknown type is waited for under its own name', async () => {
  const patient = { id: 7, reconstructions: [{ type: 'HandScan', status: 'has_3d' }, null] };
  const { answer, clock } = lastAnswer(answerOf(patient));
  const { waiting } = await waitOn([answer], { clock });
  expect((await failureOf(waiting)).details[0]).toBe('patient 7: HandScan is "has_3d", unnamed is "no status"');
});

describe('a poll that fails', () => {
  const ready = answerOf(patientOf(7, ['Face', 'has_3d']));
  test.each<[string, Reaction]>([
    ['500', { status: 500, body: '' }],
    ['a web page', { body: '<html></html>' }],
    ['422', { status: 422, body: '' }],
    ['429', { status: 429, headers: { 'retry-after': '3600' }, body: '' }],
    ['a redirect', { status: 302, headers: { location: 'https://x.example' }, body: '' }],
    ['one 404', { status: 404, body: '' }],
  ])('with %s is looked past', async (_, broken) => {
    const { waiting } = await waitOn([broken, ...Array<Reaction>(5).fill(ready)]);
    expect((await waiting).outcome).toBe('ready');
  });

  test('is told, and so is the next one that is answered', async () => {
    const polled: (string | undefined)[] = [];
    const onPolled: WaitOptions['onPolled'] = (failure) => polled.push(failure?.message);
    const { waiting } = await waitOn([{ status: 422, body: '' }, ready], { onPolled });
    await waiting;
    expect(polled).toEqual([expect.stringContaining('422'), undefined]);
  });

  test('with 404 three times in a row ends it', async () => {
    const gone: Reaction = { status: 404, body: '' };
    const { waiting, requests } = await waitOn([gone, gone, answerOf(patientOf(7, ['Face', 'x'])), gone, gone, gone]);
    expect((await failureOf(waiting)).code).toBe('not_found');
    expect(requests).toHaveLength(6);
  });

  test('a patient that was never there is told after two seconds, and one that was just made is waited for', async () => {
    const gone: Reaction = { status: 404, body: '' };
    const pausesOf = async (over: Partial<WaitOptions>) => {
      const [pauses, clock] = [[] as number[], fastClock(100)];
      const sleep: typeof clock.sleep = (ms, signal) => {
        if (ms < 60_000) pauses.push(ms);
        return clock.sleep(ms, signal);
      };
      const { waiting, requests } = await waitOn([gone], { ...over, clock: { ...clock, sleep }, random: () => 0.5 });
      expect((await failureOf(waiting)).code).toBe('not_found');
      expect(requests).toHaveLength(3);
      return pauses;
    };
    expect(await pausesOf({})).toEqual([1000, 1000]);
    expect(await pausesOf({ wereJustAsked: true, types: ['face'] })).toEqual([2000, 3000]);
  });

  test.each([
    [401, 'not_logged_in'],
    [403, 'forbidden'],
  ])('with %i ends it at once', async (status, code) => {
    const { waiting, requests } = await waitOn([{ status, body: '' }]);
    expect((await failureOf(waiting)).code).toBe(code);
    expect(requests).toHaveLength(1);
  });

  test('to the end is told with its reason', async () => {
    const { answer, clock } = lastAnswer({ status: 500, body: '' });
    const { waiting } = await waitOn([answer], { clock });
    const error = await failureOf(waiting);
    expect(error.code).toBe('still_running');
    expect(error.details).toEqual(['patient 7: not seen yet', 'last poll: the service failed (500)']);
  });
});

describe('several ids', () => {
  const listed = (...patients: unknown[]): Reaction => ({ body: JSON.stringify({ patients, meta: {} }) });

  test('are polled in one list call each time', async () => {
    const { waiting, requests } = await waitOn(
      [
        listed(patientOf(7, ['Face', 'has_3d']), patientOf(9, ['Body', 'processing'])),
        listed(patientOf(7, ['Face', 'has_3d']), patientOf(9, ['Body', 'has_3d'])),
      ],
      {},
      ['7', '9', '7'],
    );
    const { last, outcome } = await waiting;
    expect(outcome).toBe('ready');
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill('/patients?id[]=7&id[]=9&per_page=2'));
    expect(last.get('9')!.text).toBe(JSON.stringify({ patient: patientOf(9, ['Body', 'has_3d']) }));
  });

  describe('one that is not there', () => {
    const gone: Reaction = { status: 404, body: '' };
    /** Patient 7 is being made for `going` polls; patient 9 is never there. */
    const waitBeside = (going: number, last: Reaction | (() => Reaction), over: Partial<WaitOptions> = {}) => {
      let polls = 0;
      const seven = (): Reaction =>
        polls++ < going ? answerOf(patientOf(7, ['Face', 'x'])) : typeof last === 'function' ? last() : last;
      const listOf = ({ body = '' }: Reaction) => listed(JSON.parse(String(body)).patient);
      return waitOn(
        [({ url }) => (url.startsWith('/patients?') ? listOf(seven()) : url.includes('/9') ? gone : seven())],
        over,
        ['9', '7'],
      );
    };
    const message = 'there is no patient 9 in this account';

    test('is told once after three polls, and the other is waited for', async () => {
      const told: string[] = [];
      const { waiting, seen } = await waitBeside(6, answerOf(patientOf(7, ['Face', 'has_3d'])), {
        onGone: (id, error) => told.push(`${id}: ${error.message}, after ${seen.length}`),
      });
      expect(await failureOf(waiting)).toMatchObject({ code: 'not_found', message });
      expect(told).toEqual([`9: ${message}, after 1`]);
      expect(statuses(seen)).toEqual(['x', 'has_3d']);
    });

    test('is not told twice where the other was done before', async () => {
      const told: string[] = [];
      const { waiting } = await waitBeside(0, answerOf(patientOf(7, ['Face', 'has_3d'])), {
        onGone: (id) => told.push(id),
      });
      expect(await failureOf(waiting)).toMatchObject({ code: 'not_found', message });
      expect(told).toEqual([]);
    });

    test('is named beside a generation that failed, and at the deadline', async () => {
      const { waiting } = await waitBeside(6, answerOf(patientOf(7, ['Face', 'failed'])));
      expect(await failureOf(waiting)).toMatchObject({ code: 'generation_failed', details: [message] });
      const { answer, clock } = lastAnswer(answerOf(patientOf(7, ['Face', 'x'])));
      const late = await waitBeside(6, answer, { clock });
      expect(await failureOf(late.waiting)).toMatchObject({
        code: 'still_running',
        details: ['patient 7: face is "x"', message],
        hint: { command: ['wait', '7'] },
      });
    });
  });

  test('at the deadline only those still going are named', async () => {
    const { answer, clock } = lastAnswer(
      listed(patientOf(7, ['Face', 'has_3d']), patientOf(9, ['Body', 'processing'])),
    );
    const { waiting } = await waitOn([answer], { clock }, ['7', '9']);
    const { hint, message } = await failureOf(waiting);
    expect(hint).toEqual({ command: ['wait', '9'] });
    expect(message).toBe('the wait ended: 1 of 2 models is ready, 1 is still going');
  });

  test('at the end it was not told how many are ready and how many failed', async () => {
    const models = [patientOf(7, ['Face', 'has_3d']), patientOf(8, ['Face', 'failed'], ['Body', 'has_3d'])];
    const { waiting } = await waitOn([listed(...models, patientOf(9, ['Body', 'rejected']))], {}, ['7', '8', '9']);
    expect(await failureOf(waiting)).toMatchObject({
      code: 'generation_failed',
      message: '2 of 4 models failed, 2 are ready',
      details: ['patient 8, face failed (status "failed")', 'patient 9, body failed (status "rejected")'],
    });
  });
});

test('a poll that hangs does not prolong the wait', async () => {
  const clock = fastClock(200);
  const never = { getPatient: () => new Promise<never>(() => {}), listPatients: () => new Promise<never>(() => {}) };
  const error = await failureOf(waitForPatients(never, ['7'], { deadlineMs: 10_000, clock }));
  expect(error.code).toBe('still_running');
});

test('Ctrl-C ends it with its own reason', async () => {
  const reason = new ReconError('interrupted', 'interrupted');
  const stop = new AbortController();
  const { waiting } = await waitOn([answerOf(patientOf(7, ['Face', 'x']))], { signal: stop.signal });
  setTimeout(() => stop.abort(reason), 20);
  expect(await failureOf(waiting)).toBe(reason);
});

describe('after-records, which only a service that tells them is waited for', () => {
  const told = (afters: string): Reaction => ({
    ...answerOf(patientOf(7, ['Face', 'has_3d'])),
    headers: { 'recon-afters': afters },
  });
  const names = (seen: WaitState[]) =>
    seen.map(({ reconstructions }) => reconstructions.map((one) => `${one.after ?? one.type} ${one.status}`).join());

  test('a wait for one looks at that one alone', async () => {
    const polls = ['face.1=failed, face.2=processing', 'face.1=failed, face.2=has_3d'].map(told);
    const { waiting, seen } = await waitOn(polls, { types: ['face'], wereJustAsked: true, after: 2 });
    expect((await waiting).outcome).toBe('ready');
    expect(names(seen)).toEqual(['2 processing', '2 has_3d']);
  });

  test('a wait for a patient looks at those that it sees being made, and at no older one', async () => {
    const polls = ['face.1=failed, face.2=processing', 'face.1=failed, face.2=has_3d'].map(told);
    const { waiting, seen } = await waitOn(polls);
    expect((await waiting).outcome).toBe('ready');
    expect(names(seen)).toEqual(['face has_3d,2 processing', 'face has_3d,2 has_3d']);
  });

  test('one that is ready comes with its own expected error and warnings, where the service tells them', async () => {
    const certain = (afters: string): Reaction => ({
      ...answerOf(patientOf(7, ['Face', 'has_3d'])),
      headers: {
        'recon-afters': afters,
        'recon-expected-error': 'face.face=2.1, face.1.face=2.2, face.2.face=2.5',
        'recon-after-warnings': 'face.1="Look at the nose.", face.2="Look at the chin."',
        warning: '199 recon "face: Look at the ears."',
      },
    });
    const polls = ['face.1=has_3d, face.2=processing', 'face.1=has_3d, face.2=has_3d'].map(certain);
    const { waiting, seen } = await waitOn(polls, { types: ['face'], wereJustAsked: true, after: 2 });
    const ready = { type: 'face', after: 2, status: 'has_3d', progress: 'ready' };
    const told = { expected: { face: 2.5 }, warnings: ['Look at the chin.'] };
    expect((await waiting).states[0]!.reconstructions).toEqual([{ ...ready, ...told }]);
    expect(seen[0]!.reconstructions).toEqual([{ ...ready, status: 'processing', progress: 'going' }]);
  });

  test('one that fails ends the wait, and a new one is told of', async () => {
    const { waiting } = await waitOn(['face.1=processing', 'face.1=failed'].map(told));
    expect(await failureOf(waiting)).toMatchObject({
      code: 'generation_failed',
      message: 'after-record 1 (face) of patient 7 failed (status "failed")',
      hint: { command: ['after', 'create', '7', '--type', 'face'] },
    });
  });
});
