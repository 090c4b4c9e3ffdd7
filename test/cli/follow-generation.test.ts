import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followGeneration } from '../../src/cli/follow-generation.ts';
import { ReconError } from '../../src/errors.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Its clock is another one. */
const SERVICE_NOW = 5_000_000;

/** Follows a model with this status; whatever comes after the wait takes three seconds. */
async function follow(
  status: string,
  scope = 'write',
  { ids = ['7'], isTty = true, isAway = false, first = status, begun = [] as (number | null)[] } = {},
) {
  let looks = 0;
  const noted: string[] = [];
  const drawn: string[] = [];
  const said: string[] = [];
  const spoken: string[] = [];
  const slowly = () => new Promise<void>((done) => setTimeout(done, 3000));
  const record = (now: string) => ({
    id: 7,
    name: 'Ana Sample',
    reconstructions: [{ type: 'FaceReconstruction', status: now, updated_at: 'now' }],
  });
  const patient = record(status);
  const context = {
    clock: { now: () => Date.now(), monotonic: () => Date.now(), sleep: slowly },
    signal: new AbortController().signal,
    streams: { say: (text: string) => spoken.push(text), warn: () => {}, stderrIsTty: () => isTty },
    settings: async () => ({ waitTimeoutMs: { value: 60_000 } }),
    seenTimes: async () => ({
      usual: async () => () => 30,
      note: async (kind: string, seconds: number) => {
        noted.push(`${kind}: ${Math.round(seconds)}`);
        await slowly();
      },
    }),
    liveLine: async () => ({
      state: (text: string) => {
        drawn.push('state');
        said.push(text);
      },
      tick: () => drawn.push('tick'),
      stop: () => drawn.push('stop'),
      width: () => 80,
    }),
    client: async () => ({
      getPatient: async () => {
        if (isAway) throw new ReconError('network', 'the service is away');
        looks += 1;
        const isFirst = looks <= Math.max(1, begun.length);
        const at = begun[looks - 1];
        return {
          body: { patient: isFirst ? record(first) : patient },
          account: { name: 'clinic', scope },
          answeredAt: SERVICE_NOW + Date.now(),
          ...(at !== undefined && {
            begun: new Map([['7', new Map([['face', at && SERVICE_NOW + Date.now() - at]])]]),
          }),
        };
      },
      listPatients: async () => ({
        body: { patients: ids.map((id) => ({ ...patient, id: Number(id) })) },
        account: { name: 'clinic', scope },
      }),
      askFailure: () => undefined,
      openDownload: async () => {
        await slowly();
        throw new ReconError('refused', 'too dark', { said: 'too dark' });
      },
    }),
  };
  const followed = { ids, types: ['face'], wereJustAsked: true, usualSeconds: 30 } as const;
  const ended = followGeneration(followed, context as never).then(
    () => ({ message: 'ready', hint: undefined }),
    (error: ReconError) => error,
  );
  await vi.advanceTimersByTimeAsync(isAway ? 70_000 : 10_000);
  const { message, hint, details = [] } = (await ended) as Partial<ReconError>;
  return { ended: message, hint, details, drawn, said, spoken, noted };
}

test.each([
  ['has_3d', 'ready'],
  ['failed', 'the face generation of patient 7 failed'],
])('nothing is drawn after the line of a %s model is gone', async (status, ending) => {
  const { ended, drawn } = await follow(status);
  expect(ended).toContain(ending);
  expect(drawn.at(-1)).toBe('stop');
});

test.each([
  ['write', { command: ['patients', 'update', '7', '--type', 'face'] }],
  ['read', 'a token of the scope "write", which can give new photos: this one only reads'],
])('of a failed model a token of the scope %s is told what it may do', async (scope, hint) => {
  const { hint: told } = await follow('failed', scope);
  expect(told).toEqual(
    typeof hint === 'string' ? hint : expect.objectContaining({ command: expect.arrayContaining(hint.command) }),
  );
});

test.each([
  [true, 'patient 7 (Ana Sample)', 'patient 8 (Ana Sample)'],
  [false, 'patient 7', 'patient 8'],
])(
  'of several a terminal is told the names of those that failed, a log their numbers: %s',
  async (isTty, one, other) => {
    const { ended, details } = await follow('failed', 'write', { ids: ['7', '8'], isTty });
    expect(ended).toBe('2 of 2 models failed');
    for (const whose of [one, other]) expect(details).toContain(`${whose}, face failed: too dark`);
  },
);

test('of several that failed only the first one had a next step', async () => {
  const { details, hint } = await follow('failed', 'write', { ids: ['7', '8'] });
  const update = (id: string) => expect.arrayContaining(['patients', 'update', id, '--type', 'face']);
  expect(details).toEqual([
    'patient 7 (Ana Sample), face failed: too dark',
    expect.objectContaining({ before: 'next', command: update('7') }),
    'patient 8 (Ana Sample), face failed: too dark',
    expect.objectContaining({ before: 'next', command: update('8') }),
  ]);
  expect(hint).toMatchObject({ command: ['patients', 'list', '--status', 'failed'] });
});

test('of several that failed a token that only reads is told once what it needs', async () => {
  const { details, hint } = await follow('failed', 'read', { ids: ['7', '8'] });
  expect(details).toHaveLength(2);
  expect(hint).toContain('this one only reads');
});

test('where no line can be drawn anew, nothing was said of a service that was away for half a minute', async () => {
  const { said } = await follow('processing', 'write', { isAway: true });
  expect(said.slice(0, 2)).toEqual([
    'no usable answer from the service for 12 s; still asking',
    'no usable answer from the service for 24 s; still asking',
  ]);
});

test.each([
  ['processing', ['face 30: 3']],
  ['has_3d', []],
])('a model that was ready before the wait began was kept as one of 1 s: first seen as %s', async (first, kept) => {
  const { ended, noted } = await follow('has_3d', 'write', { first });
  expect([ended, noted]).toEqual(['ready', kept]);
});

test.each([
  [[null, null], 3],
  [[null, 1000], 4],
  [[null, 60_000], 6],
  [[2000], 3],
])(
  'how long a model waited to begin was kept as time of the model: begun %j ms ago, as asked',
  async (begun, seconds) => {
    const { noted } = await follow('has_3d', 'write', { first: 'processing', begun });
    expect(noted).toEqual([`face 30: ${seconds}`]);
  },
);

test.each([
  [[null, null], /^ready after 6 s, of which it waited 3 s to begin$/],
  [[null, 1000], /^ready after 6 s, of which it waited 2 s to begin$/],
  [[1000], /^ready after 3 s$/],
  [[], /^ready after 3 s$/],
])('at the end what a model waited to begin is told apart: begun %j ms ago', async (begun, text) => {
  const { spoken } = await follow('has_3d', 'write', { first: 'processing', begun });
  expect(spoken).toEqual([expect.stringMatching(text)]);
});
