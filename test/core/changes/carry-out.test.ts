import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { begin } from '../../../src/core/changes/begin.ts';
import { carryOut } from '../../../src/core/changes/carry-out.ts';
import { type Call, plainCall, type Run } from '../../../src/core/changes/run.ts';
import type { Finding, Planned, Procedure } from '../../../src/core/changes/steps.ts';
import { createClient } from '../../../src/core/client.ts';
import type { Entry, Step } from '../../../src/core/journal/entry.ts';
import type { Journal } from '../../../src/core/journal/journal.ts';
import { ReconError } from '../../../src/errors.ts';
import { lineText } from '../../../src/system/line-text.ts';
import { failureOf, TOKEN, transportTo } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openedJournal, planned } from '../journal/opened-journal.ts';

const QUIET_MS = 180_000;
const HOUR_MS = 3_600_000;
/** Of no service: nothing may be sent by it. */
const noClient = () => createClient(transportTo('http://127.0.0.1:9'));
const ANA = { deed: 'create' as const, patient: { name: 'Ana' }, allowSame: false };

const lost = () =>
  new ReconError('outcome_unknown', 'the change may or may not have been made: reset', {
    hint: { command: ['patients', 'list'] },
  });
const refused = () => new ReconError('refused', 'the phone is too long', { status: 422 });
const down = () => new ReconError('network', 'refused the connection');
const stopped = (mayBeApplied: boolean) => new ReconError('interrupted', 'stopped by Ctrl-C', { mayBeApplied });
interface Ending {
  how: 'answered' | 'found' | 'already_there';
  patient: string;
  reply?: string;
}
const answered: Ending = { how: 'answered', patient: '7', reply: 'yes' };
const made: Finding<Ending> = { is: 'made', ending: { how: 'found', patient: '8', reply: 'seen' } };
const notMade: Finding<Ending> = { is: 'not made' };
const unclear: Finding<Ending> = { is: 'unclear', message: 'two are alike', candidates: ['8', '9'] };

/** A change whose sends and looks go as listed, in a world whose time only moves when something waits. */
async function scene(script: {
  sends?: (Ending | ReconError)[];
  looks?: (Finding<Ending> | ReconError)[];
  plans?: (Planned<Ending> | ReconError)[];
  steps?: readonly Step[];
  quietMs?: number;
  token?: string;
  run?: Partial<Run>;
  call?: Partial<Call>;
}) {
  const time = { now: 10 * HOUR_MS };
  const waits: number[] = [];
  const notices: string[] = [];
  const folder = join(tempFolder(), 'journal');
  const clock = {
    now: () => time.now,
    monotonic: () => time.now,
    sleep: async (ms: number) => {
      waits.push(ms);
      time.now += ms;
    },
  };
  const journal = await openedJournal({ folder, scope: { profile: 'p', service: 's' }, holder: TOKEN, clock });
  const [first = { state: 'planned' } as Step, ...later] = script.steps ?? [];
  const plan = { deed: 'create', subject: 'ana', request: 'r' } as const;
  let { entry } = await planned(journal, plan, ANA, first);
  for (const step of later) entry = await journal.note(entry, step);
  const happened: string[] = [];
  const next = <T>(what: string, queue: (T | ReconError)[]) => {
    happened.push(what);
    const one = queue.shift();
    if (one === undefined) throw new Error(`nobody expected another ${what}`);
    if (one instanceof ReconError) throw one;
    return one;
  };
  const steps: Procedure<Ending> = {
    plan: async () => next('plan', script.plans ?? [{ baseline: { ids: [] } }]),
    send: async ({ key }: Entry) =>
      next(`send ${key === entry.key ? '' : 'with another key'}`.trim(), script.sends ?? []),
    look: async () => next('look', script.looks ?? []),
    ...(script.quietMs !== undefined && { quietMs: script.quietMs }),
  };
  const run: Run = {
    ...{ client: noClient(), service: 's', clock, signal: new AbortController().signal },
    journal: { ...journal, account: journal.mark('account', script.token ?? TOKEN) },
    ...{ quietMs: () => QUIET_MS, noteAnswer: () => {}, random: () => 0.5 },
    onNotice: (line) => notices.push(lineText(line)),
    ...script.run,
  };
  const call = { ...plainCall(run), ...script.call };
  const state = async () => (await journal.open())[0]?.state ?? 'closed';
  return {
    entry,
    run: (isWritten = false) => carryOut(entry, { steps, run, call }, { isWritten }),
    happened,
    waits,
    notices,
    time,
    state,
    journal,
  };
}

const SENT: Step = { state: 'sent', baseline: { ids: [] }, keyUntil: 0, inDoubt: false };
const KEYED: Step = { ...SENT, keyUntil: 30 * HOUR_MS };

describe('sent once', () => {
  test('an answer ends it', async () => {
    const { run, happened, state } = await scene({ steps: [SENT], sends: [answered] });
    expect(await run(true)).toBe(answered);
    expect([happened, await state()]).toEqual([['send'], 'closed']);
  });

  test.each<[string, ReconError]>([
    ['a refusal', refused()],
    ['no connection', down()],
  ])('%s ends it, surely not made, and nothing stays open', async (_, error) => {
    const { run, happened, waits, state } = await scene({ steps: [SENT], sends: [error] });
    const failure = await failureOf(run(true));
    expect(failure).toMatchObject({ code: error.code, message: error.message });
    // Of a refusal everybody knows that nothing was made, and that it is not kept.
    expect(failure.details).toHaveLength(error.code === 'network' ? 2 : 0);
    expect([happened, waits, await state()]).toEqual([['send'], [], 'closed']);
  });

  test('what needs no sending is not sent', async () => {
    const there: Ending = { how: 'already_there', patient: '3' };
    const { run, happened, state } = await scene({ plans: [{ ending: there }] });
    expect(await run()).toEqual(there);
    expect([happened, await state()]).toEqual([['plan'], 'closed']);
  });
});

describe('a lost answer', () => {
  test('is looked for after the quiet period, and what is found is it', async () => {
    const { run, happened, waits, notices, state } = await scene({ steps: [SENT], sends: [lost()], looks: [made] });
    expect(await run(true)).toMatchObject({ how: 'found', patient: '8' });
    expect([happened, waits, await state()]).toEqual([['send', 'look'], [QUIET_MS], 'closed']);
    expect(notices[0]).toMatch(/in 180 s a look will tell/);
  });

  test('and not found, it is sent again, with the same key', async () => {
    const { run, happened, waits } = await scene({ steps: [SENT], sends: [lost(), answered], looks: [notMade] });
    expect(await run(true)).toBe(answered);
    expect([happened, waits]).toEqual([['send', 'look', 'send'], [QUIET_MS]]);
  });

  test('that the service says it has not made is over, and told so', async () => {
    const full = new ReconError('unavailable', 'the service failed (503)', { status: 503 });
    const { run, happened, state } = await scene({ steps: [SENT], sends: [full] });
    expect(await failureOf(run(true))).toMatchObject({
      code: 'unavailable',
      details: ['nothing was made', expect.stringContaining('the same command')],
    });
    expect([happened, await state()]).toEqual([['send'], 'closed']);
  });

  test('is sent three times at most, and then it stays open', async () => {
    const { run, happened, state, entry } = await scene({
      ...{ steps: [SENT], sends: [lost(), lost(), lost()], looks: [notMade, notMade, notMade] },
    });
    expect(await failureOf(run(true))).toMatchObject({
      code: 'outcome_unknown',
      hint: { command: ['resume', entry.id] },
    });
    expect(happened).toEqual(['send', 'look', 'send', 'look', 'send', 'look']);
    expect(await state()).toBe('lost');
  });

  test('and a refusal after a look that found nothing is a plain refusal', async () => {
    const { run, state } = await scene({ steps: [SENT], sends: [lost(), refused()], looks: [notMade] });
    expect(await failureOf(run(true))).toMatchObject({ code: 'refused' });
    expect(await state()).toBe('closed');
  });

  test('that no look can settle waits for a person', async () => {
    const { run, state, entry } = await scene({ steps: [SENT], sends: [lost()], looks: [unclear] });
    const error = await failureOf(run(true));
    expect(error).toMatchObject({ code: 'outcome_unknown', message: 'two are alike' });
    expect(error.details).toContainEqual({ before: 'it was made', command: ['resume', entry.id, '--adopt', '8'] });
    expect(error.details).toContain('it may be: 8, 9');
    expect(await state()).toBe('unknown');
  });

  test('stays open where the look fails', async () => {
    const { run, state } = await scene({ steps: [SENT], sends: [lost()], looks: [down()] });
    expect(await failureOf(run(true))).toMatchObject({ code: 'outcome_unknown' });
    expect(await state()).toBe('lost');
  });

  test('of what may be sent twice is looked for at once', async () => {
    const { run, waits } = await scene({ steps: [SENT], sends: [lost()], looks: [made], quietMs: 0 });
    await run(true);
    expect(waits).toEqual([0]);
  });
});

describe('a service that remembers keys', () => {
  test('is asked again at once', async () => {
    const { run, happened, waits } = await scene({ steps: [KEYED], sends: [lost(), answered] });
    expect(await run(true)).toBe(answered);
    expect(happened).toEqual(['send', 'send']);
    expect(Math.max(...waits)).toBeLessThan(10_000);
  });

  test('is asked again no sooner than it wants', async () => {
    const busy = lost().with({ retryAfterMs: 5000 });
    const { run, waits } = await scene({ steps: [KEYED], sends: [busy, busy, answered] });
    expect(await run(true)).toBe(answered);
    expect(waits).toEqual([5000, 5000]);
  });

  test('and wants to be left alone for over a minute is not asked again: the change stays open', async () => {
    const { run, waits, state } = await scene({ steps: [KEYED], sends: [lost().with({ retryAfterMs: 61_000 })] });
    expect((await failureOf(run(true))).code).toBe('outcome_unknown');
    expect([waits, await state()]).toEqual([[], 'lost']);
  });

  test.each<[string, ReconError]>([
    ['refuses the second', refused()],
    ['is gone for the second', down()],
    ['does not take the token any more', new ReconError('not_logged_in', 'token revoked')],
  ])('and %s: of the first nothing is known', async (_, error) => {
    const { run, state } = await scene({ steps: [KEYED], sends: [lost(), error] });
    expect(await failureOf(run(true))).toMatchObject({ code: 'outcome_unknown' });
    expect(await state()).toBe('lost');
  });

  test('for how long it said, by a clock that was not set back since', async () => {
    const late = await scene({ steps: [{ ...SENT, keyUntil: 10.5 * HOUR_MS }], sends: [lost()], looks: [made] });
    expect((await late.run(true)).how).toBe('found');
    const corrected = await scene({ steps: [KEYED, { state: 'lost' }], looks: [made] });
    corrected.time.now -= HOUR_MS;
    expect((await corrected.run()).how).toBe('found');
    expect(corrected.happened).toEqual(['look']);
  });
});

describe('a run that was cut off', () => {
  test('sent and no more: it counts as lost from now', async () => {
    const { run, happened, waits } = await scene({ steps: [SENT], looks: [made] });
    expect((await run()).how).toBe('found');
    expect([happened, waits]).toEqual([['look'], [QUIET_MS]]);
  });

  test('lost before: what has passed of the quiet period is not waited again', async () => {
    const { run, waits, time } = await scene({ steps: [SENT, { state: 'lost' }], looks: [made] });
    time.now += QUIET_MS - 5000;
    await run();
    expect(waits).toEqual([5000]);
  });

  test('a clock that was set back does not prolong the wait', async () => {
    const { run, waits, time } = await scene({ steps: [SENT, { state: 'lost' }], looks: [made] });
    time.now -= 100 * HOUR_MS;
    await run();
    expect(waits).toEqual([QUIET_MS]);
  });

  test('planned: it is prepared and sent', async () => {
    const { run, happened } = await scene({ steps: [{ state: 'planned' }], sends: [answered] });
    expect(await run()).toBe(answered);
    expect(happened).toEqual(['plan', 'send']);
  });

  test('undecided: it is not touched', async () => {
    const { run, happened } = await scene({ steps: [SENT, { state: 'unknown', candidates: ['8'] }] });
    expect((await failureOf(run())).code).toBe('outcome_unknown');
    expect(happened).toEqual([]);
  });

  test.each<[string, readonly Step[]]>([
    ['planned', [{ state: 'planned' }]],
    ['lost', [SENT, { state: 'lost' }]],
    ['lost, of a service that remembers keys', [KEYED, { state: 'lost' }]],
  ])('begun with another token, %s: neither looked for nor sent with this one', async (_, steps) => {
    const { run, happened, entry } = await scene({ steps, token: 'another-token' });
    const error = await failureOf(run());
    expect(error.message).toMatch(/another token/);
    expect(error.hint).toMatchObject({ command: ['resume', entry.id, '--recreate'] });
    expect(happened).toEqual([]);
  });

  test('of what may be sent twice, a failure after a look at once leaves it in doubt', async () => {
    const { run, state } = await scene({ steps: [SENT], sends: [lost(), refused()], looks: [notMade], quietMs: 0 });
    expect((await failureOf(run(true))).code).toBe('outcome_unknown');
    expect(await state()).toBe('lost');
  });

  test('resume keeps what it could not send, where that may pass', async () => {
    const call = { keepsUnsent: true };
    const kept = await scene({ steps: [{ state: 'planned' }], plans: [down()], call });
    expect((await failureOf(kept.run())).code).toBe('network');
    expect(await kept.state()).toBe('planned');
    const refusedThen = await scene({ steps: [{ state: 'planned' }], sends: [refused()], call });
    expect((await failureOf(refusedThen.run())).code).toBe('refused');
    expect(await refusedThen.state()).toBe('closed');
  });
});

describe('Ctrl-C', () => {
  test.each<[string, boolean, string, RegExp]>([
    ['before the last byte', false, 'planned', /was not made, and what is to be sent is kept/],
    ['after it', true, 'lost', /not known yet/],
  ])('%s parks it and says how to go on', async (_, mayBeApplied, expected, message) => {
    const { run, state, entry } = await scene({ steps: [SENT], sends: [stopped(mayBeApplied)] });
    const error = await failureOf(run(true));
    expect(error).toMatchObject({ code: 'interrupted', message: expect.stringMatching(message) });
    expect(error.hint).toMatchObject({ command: expect.arrayContaining(['resume', entry.id]) });
    expect(await state()).toBe(expected);
  });

  test('in the quiet period parks it', async () => {
    const pause = async () => {
      throw stopped(false);
    };
    const { run, state } = await scene({ steps: [SENT], sends: [lost()], call: { pause } });
    expect(await failureOf(run(true))).toMatchObject({
      code: 'interrupted',
      message: expect.stringMatching(/not known yet/),
    });
    expect(await state()).toBe('lost');
  });

  test('at a second send by key leaves the first in doubt', async () => {
    const { run, state } = await scene({ steps: [KEYED], sends: [lost(), stopped(false)] });
    expect((await failureOf(run(true))).code).toBe('interrupted');
    expect(await state()).toBe('lost');
  });
});

test('a journal that cannot be written before the request keeps it from going out', async () => {
  const { journal } = await scene({});
  const full = new ReconError('storage', 'the disk is full');
  const keepNew: Journal['keepNew'] = async (request) => ({
    ...(await journal.keepNew(request)),
    plan: () => Promise.reject(full),
  });
  const { clock, signal } = { clock: { ...systemClock, now: () => 0 }, signal: new AbortController().signal };
  const createPatient = () => Promise.reject(new Error('it went out'));
  const client = { ...noClient(), eachPage: async function* () {}, createPatient };
  const run = {
    ...{ client, service: 's', clock, signal, journal: { ...journal, keepNew, open: async () => [] } },
    ...{ quietMs: () => 0, noteAnswer: () => {}, random: () => 0, onNotice: () => {} },
  };
  expect(await failureOf(begin(ANA, run, plainCall(run)))).toBe(full);
});

test('a journal that cannot be written after the answer does not turn a success into a failure', async () => {
  const scenery = await scene({ steps: [SENT], sends: [answered] });
  const broken = { ...scenery.journal, note: () => Promise.reject(new ReconError('storage', 'the disk is full')) };
  const said: string[] = [];
  const after = await scene({
    steps: [SENT],
    sends: [answered],
    run: { journal: broken, onNotice: (line) => said.push(lineText(line)) },
  });
  expect(await after.run(true)).toBe(answered);
  expect(said[0]).toMatch(/the disk is full: recon resume \(which will look again\)/);
});
