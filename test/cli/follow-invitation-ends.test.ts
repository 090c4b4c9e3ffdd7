import { describe, expect, test } from 'vitest';
import { followInvitation, lookingPast } from '../../src/cli/follow-invitation.ts';
import type { MadeInvitation } from '../../src/core/invitation.ts';
import { recordState } from '../../src/core/record-news.ts';
import { ReconError } from '../../src/errors.ts';

type State = [status: string, at: number];
type Case = [what: string, before: State[], after: State[], sentence: string];

/** As another service shows a patient. */
const patient = (...states: State[]) => ({
  id: 7,
  reconstructions: states.map(([status, at]) => ({ type: 'FaceReconstruction', status, updated_at: `at ${at}` })),
});

/** Follows a link; each look finds the next of these, the last one again and again. */
async function follow(
  looks: readonly unknown[],
  { made, before = [] }: { made?: MadeInvitation['made']; before?: unknown } = {},
) {
  const said: string[] = [];
  const states: string[] = [];
  let at = 0;
  let now = 0;
  const next = async () => {
    const found = looks[Math.min(at, looks.length - 1)];
    at += 1;
    if (found instanceof ReconError) throw found;
    return found;
  };
  const sleep = async (ms: number) => {
    now += ms;
  };
  const context = {
    clock: { now: () => now, monotonic: () => now, sleep },
    signal: new AbortController().signal,
    streams: {
      stderrIsTty: () => true,
      say: (text: string) => said.push(text),
      warn: (text: string) => said.push(`warning: ${text}`),
    },
    liveLine: async () => ({ state: (text: string) => states.push(text), stop: () => {}, width: () => 80 }),
    client: async () => ({ getPatient: async () => ({ body: { patient: await next() } }), listInvitations: next }),
  };
  const followed = { id: '7', type: 'face', made, before: recordState(before, 'face') } as const;
  const failure = await followInvitation(followed, context as never).then(
    () => undefined,
    (error: ReconError) => error,
  );
  return { said: said.at(-1), all: said, states, code: failure?.code, looks: at };
}

describe('a service that does not tell of its links', () => {
  test('the end of a generation that was going already is no sign of photos', async () => {
    const going = patient(['processing', 1]);
    const ended = await follow([going, patient(['has_3d', 2])], { before: going });
    expect(ended).toMatchObject({ code: 'not_found', said: 'the face generation that was going already has ended' });
    expect(ended.all).toContain(
      'a face generation of patient 7 is going already; its end says nothing of these photos',
    );
    const begun = await follow([going, patient(['has_3d', 2]), patient(['processing', 3])], { before: going });
    expect(begun).toMatchObject({ code: undefined, said: 'a new face generation of patient 7 has begun' });
  });

  test.each([
    ['a model that is made anew', [['has_3d', 1]], [['processing', 2]], 'a new face generation of patient 7 has begun'],
    ['a first one', [], [['processing', 2]], 'a new face generation of patient 7 has begun'],
    [
      'one that may be of a quick generation, or accepted at another desk',
      [['has_3d', 1]],
      [['has_3d', 2]],
      'the face model of patient 7 has changed: by these photos, or by somebody else',
    ],
  ] satisfies Case[])('%s is told as what it is', async (_, before, after, sentence) => {
    const ended = await follow([patient(...after)], { before: patient(...before) });
    expect(ended).toMatchObject({ code: undefined, said: sentence });
  });
});

const link = (over: object = {}) => ({
  id: 12,
  type: 'face',
  opened_at: null,
  sent_at: null,
  photos: [] as object[],
  ...over,
});
const absent = new ReconError('not_found', 'there is no patient 7 in this account', { status: 404 });
const made = { id: '12', expiresAt: 60_000 };

describe('our own service', () => {
  test('a link that has expired ends with not_found: nothing goes on', async () => {
    expect(await follow([[link()]], { made })).toMatchObject({ code: 'not_found' });
  });

  test('a link that is not listed any more ends it at once', async () => {
    expect(await follow([[link()], []], { made })).toMatchObject({ code: 'not_found', looks: 2 });
  });

  test('two 404 in a row are looked past, three are not', async () => {
    const sent = [link({ sent_at: 'now' })];
    expect(await follow([absent, absent, sent], { made })).toMatchObject({ code: undefined, looks: 3 });
    expect(await follow([absent, absent, absent, sent], { made })).toMatchObject({ code: 'not_found', looks: 3 });
  });

  test('the line waited for photos that were all there, and a small one was told as usable alone', async () => {
    const photo = (view: string, warnings: string[] = []) => ({ view, arrived_at: 'now', warnings });
    const views = ['left', 'front'];
    const some = link({ views, photos: [photo('front', ['small'])] });
    const all = link({ views, photos: [...some.photos, photo('left', ['small', 'dark'])] });
    const ended = await follow([[some], [all], [link({ views, sent_at: 'now' })]], { made });
    expect(ended.states).toEqual(['waiting for the photos', 'all photos are there, not sent yet']);
    expect(ended.all).toEqual([
      'front: usable, small',
      'left: perhaps to be taken again: it has few pixels, it is dark',
      'the photos are sent',
    ]);
    // A service that does not tell what it asks for.
    const older = await follow([[link({ photos: all.photos })], [link({ sent_at: 'now' })]], { made });
    expect(older.states).toEqual(['waiting for the photos']);
  });

  test('a photo that will give no model was told as a doubtful one', async () => {
    const of = (view: string, is_unusable?: boolean) => ({
      ...{ view, arrived_at: 'now', warnings: ['cut_off'] },
      ...(is_unusable !== undefined && { is_unusable }),
    });
    // A service before 0.39 does not tell it.
    const photos = [of('front', true), of('left', false), of('right')];
    const ended = await follow([[link({ photos })], [link({ sent_at: 'now' })]], { made });
    expect(ended.all).toEqual([
      'front: will give no model, to be taken again: something is cut off',
      'left: perhaps to be taken again: something is cut off',
      'right: perhaps to be taken again: something is cut off',
      'the photos are sent',
    ]);
  });

  test('a photo of another patient is warned of once, and again where it was taken again', async () => {
    const photo = (view: string, arrived_at = 'now') => ({ view, arrived_at, warnings: [] });
    const of = (...views: string[]) => views.map((view) => ({ view, patient_id: 5 }));
    const ben = { name: 'Ben Sample' };
    const first = link({ photos: [photo('front')], sent_before: of('front') });
    const all = link({ photos: [photo('front', 'later'), photo('left')], sent_before: of('front', 'left') });
    const sent = link({ sent_at: 'now', sent_before: of('front', 'left') });
    const ended = await follow([[first], ben, [first], [all], ben, [sent]], { made });
    expect(ended.all.filter((line) => line.startsWith('warning'))).toEqual([
      'warning: the front photo was already sent for patient 5, Ben Sample',
      'warning: the front and left photos were already sent for patient 5, Ben Sample',
    ]);
  });

  test('what was found between them begins the count anew', async () => {
    const answers = [absent, absent, 'same', absent, absent, 'same'] as const;
    let at = 0;
    const look = lookingPast(async () => {
      const answer = answers[at++]!;
      if (answer instanceof ReconError) throw answer;
      return answer;
    }, new AbortController().signal);
    for (const _ of answers) expect(await look()).toBe('same');
  });
});
