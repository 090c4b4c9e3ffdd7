import { expect, test } from 'vitest';
import { lineOf, waitLines } from '../../../src/cli/output/wait-lines.ts';
import type { WaitState } from '../../../src/core/wait.ts';

const state = (id: string, status: string, more: object = {}): WaitState => ({
  id,
  reconstructions: [
    {
      type: 'face',
      status,
      progress: status === 'has_3d' ? 'ready' : status === 'failed' ? 'failed' : 'going',
      ...more,
    },
  ],
});
const facts = (ids: string[], more: object = {}) => ({ ids, elapsedMs: 80_000, ...more });

test('one: the step, how far it is, how long it takes and how long it usually does', () => {
  expect(waitLines([state('7', 'processing', { percent: 50 })], facts(['7'], { usualSeconds: 150 }))).toEqual([
    'face is generating ██████░░░░░░ 50 %, 1 min 20 s, usually 2 min 30 s',
  ]);
  expect(waitLines([state('7', 'meshing')], facts(['7'], { usualSeconds: 30 }))).toEqual([
    'face is meshing, 1 min 20 s, longer than usual (30 s)',
  ]);
});

test('the usual time of the provider that the service names goes before those of all providers', () => {
  const lines = waitLines([state('7', 'meshing', { usualSeconds: 60 })], facts(['7'], { elapsedMs: 5000 }));
  expect(lines).toEqual(['face is meshing, 5 s, usually 1 min']);
});

test('90 % after 9 s was told beside "usually 2 min 30 s"', () => {
  const early = (percent: number, elapsedMs: number) =>
    waitLines([state('7', 'processing', { percent })], facts(['7'], { elapsedMs, usualSeconds: 150 }));
  expect(early(90, 9000)).toEqual(['face is generating ███████████░ 90 %, 9 s']);
  expect(early(10, 9000), 'too early to tell').toEqual([
    'face is generating █░░░░░░░░░░░ 10 %, 9 s, usually 2 min 30 s',
  ]);
});

test('the time that a model waited to begin stood beside the time that one usually takes', () => {
  const waiting = facts(['7'], { usualSeconds: 30, makingMs: null });
  expect(waitLines([state('7', 'processing', { isQueued: true })], waiting)).toEqual([
    'face is waiting to begin, 1 min 20 s, then usually 30 s',
  ]);
  const making = facts(['7'], { usualSeconds: 30, makingMs: 12_000 });
  expect(waitLines([state('7', 'processing')], making)).toEqual(['face is generating, 12 s, usually 30 s']);
  // Who came later sees how long it is being made.
  expect(waitLines([state('7', 'processing')], { ...making, wereJustAsked: false })).toEqual([
    'face is generating, 12 s, usually 30 s',
  ]);
});

test('what the service says that it waits for', () => {
  expect(waitLines([state('7', 'processing', { waitsFor: 'space' })], facts(['7'], { usualSeconds: 30 }))).toEqual([
    "face is generating and waits for space on the service's disk, 1 min 20 s, longer than usual (30 s)",
  ]);
});

test('who did not see the begin is told how long the wait lasts', () => {
  const joined = facts(['7'], { usualSeconds: 150, wereJustAsked: false });
  expect(waitLines([state('7', 'processing', { percent: 50 })], joined)).toEqual([
    'face is generating ██████░░░░░░ 50 %, waited 1 min 20 s, usually 2 min 30 s',
  ]);
});

test('of several usual times the longest has to pass', () => {
  const long = facts(['7'], { elapsedMs: 160_000 });
  expect(waitLines([state('7', 'processing')], long)).toEqual([
    'face is generating, 2 min 40 s, longer than usual (30 s to 2 min 30 s)',
  ]);
});

test('without the provider, from the quickest to the slowest of the type', () => {
  expect(waitLines([state('7', 'processing')], facts(['7']))).toEqual([
    'face is generating, 1 min 20 s, usually 30 s to 2 min 30 s',
  ]);
});

test('a service that does not answer is told, instead of a state that may be long past', () => {
  expect(waitLines([state('7', 'processing')], facts(['7'], { silentMs: 40_000 }))).toEqual([
    'no usable answer from the service for 40 s; still asking (Ctrl-C leaves the wait and tells how to go on with it)',
  ]);
  expect(waitLines([state('7', 'processing')], facts(['7'], { silentMs: 40_000, width: 60 }))).toEqual([
    'no usable answer from the service for 40 s; still asking',
  ]);
});

test('several: how many are ready, and a line for each of the others, not more than a few', () => {
  const states = [
    state('1', 'has_3d'),
    state('2', 'failed'),
    ...Array.from({ length: 9 }, (_, at) => state(`${at + 3}`, 'queued')),
  ];
  const lines = waitLines(
    states,
    facts(
      states.map(({ id }) => id),
      { usualSeconds: 30 },
    ),
  );
  expect(lines[0]).toBe('1 of 11 ready, 9 being made, 1 failed, 1 min 20 s, longer than usual (30 s)');
  expect(lines[2]).toBe('  patient 3: face is queued');
  expect(lines).toHaveLength(9);
  expect(lines.at(-1)).toBe('  and 3 more that are not ready');
});

test('patients without photos were told as if work was coming', () => {
  const without = ['1', '2', '3', '4'].map((id) => ({ id, reconstructions: [] }));
  const all = [...without, state('5', 'processing'), state('6', 'has_3d')];
  const given = facts(
    all.map(({ id }) => id),
    { wereJustAsked: false, usualSeconds: 150 },
  );
  const lines = (one: string, several: string) => [
    `1 of 6 ready, 1 being made, 4 with ${several}, waited 1 min 20 s, usually 2 min 30 s`,
    '  patient 5: face is generating',
    ...['1', '2', '3'].map((id) => `  patient ${id}: ${one}, nothing to wait for`),
    `  and 1 more with ${several}`,
  ];
  expect(waitLines(all, given)).toEqual(lines('no photos', 'no photos'));
  // With another type they may have photos.
  expect(waitLines(all, { ...given, types: ['face'] })).toEqual(lines('no face model', 'no face model'));
  const log = { several: true, wereJustAsked: false, forPerson: false };
  expect(lineOf(without[0]!, log)).toBe('patient 1: no photos, nothing to wait for');
});

test('the models of a patient stand in the order and the words of the list, in a log as they come', () => {
  const [ready] = state('7', 'has_3d', { type: 'mammo', isAccepted: true }).reconstructions;
  const [going] = state('7', 'processing', { type: 'body' }).reconstructions;
  const [failed] = state('7', 'failed').reconstructions;
  const several = { id: '7', reconstructions: [ready!, going!, failed!] };
  const told = 'patient 7: face failed, body is generating, breast is ready and accepted';
  expect(lineOf(several, { several: true, forPerson: true })).toBe(told);
  const log = 'patient 7: breast is ready, body is processing, face is failed';
  expect(lineOf(several, { several: true, forPerson: false })).toBe(log);
});

test('those that failed were counted as done, and nobody saw who they are', () => {
  const states = [...['1', '2', '3', '4', '5'].map((id) => state(id, 'failed')), state('6', 'rejected')];
  const rejected = { ...states[5]!, reconstructions: [{ ...states[5]!.reconstructions[0]!, progress: 'failed' }] };
  const all = [rejected as WaitState, ...states.slice(0, 5), state('7', 'processing')];
  const names = new Map([['1', 'Ana Faria']]);
  expect(waitLines(all, facts([...all.map(({ id }) => id), '8'], { names, usualSeconds: 150 }))).toEqual([
    '0 of 8 ready, 1 being made, 6 failed, 1 min 20 s, usually 2 min 30 s',
    '  patient 6: face failed (rejected)',
    '  1, Ana Faria: face failed',
    '  patient 2: face failed',
    '  and 3 more failed',
    '  patient 7: face is generating',
  ]);
});

test('a long name was cut beside an empty half of the terminal', () => {
  const long = 'Anne-Marie Wolfeschlegelsteinhausenbergerdorff';
  const drawn = (width: number) =>
    waitLines(
      [state('7', 'processing'), state('8', 'processing')],
      facts(['7', '8'], { names: new Map([['7', long]]), width }),
    );
  expect(drawn(80)[1]).toBe(`  7, ${long}: face is generating`);
  expect(drawn(60)[1]).toBe(`  7, ${long.slice(0, 29)}…: face is generating`);
});

test('several have their names, where a person reads them', () => {
  const names = new Map([['7', 'Ana Faria']]);
  const lines = waitLines([state('7', 'processing'), state('8', 'processing')], facts(['7', '8'], { names }));
  expect(lines.slice(1)).toEqual(['  7, Ana Faria: face is generating', '  patient 8: face is generating']);
  expect(lineOf(state('7', 'processing'), { several: true, names, forPerson: false })).toBe(
    'patient 7: face is processing',
  );
});

test('what was seen at this service goes before the provider table, also where others asked for the model', () => {
  const seen = (kind: string) => (kind === 'face 150' ? 14 : undefined);
  const joined = { seen, elapsedMs: 5000, wereJustAsked: false };
  expect(waitLines([state('7', 'meshing', { usualSeconds: 150 })], facts(['7'], joined))).toEqual([
    'face is meshing, waited 5 s, usually 14 s',
  ]);
  expect(waitLines([state('7', 'meshing')], facts(['7'], joined))).toEqual([
    'face is meshing, waited 5 s, usually 14 s to 1 min',
  ]);
});

test('nothing seen yet, and a patient without a reconstruction', () => {
  expect(waitLines([], facts(['7']))).toEqual(['waiting for the 3D model, 1 min 20 s']);
  expect(waitLines([{ id: '7', reconstructions: [] }], facts(['7']))).toEqual(['no 3D model yet, 1 min 20 s']);
});

test.each([
  [160, 'face is generating ██████░░░░░░ 50 %, 1 min 20 s, usually 2 min 30 s'],
  [80, 'face is generating ██████░░░░░░ 50 %, 1 min 20 s, usually 2 min 30 s'],
  [60, 'face is generating 50 %, 1 min 20 s, usually 2 min 30 s'],
  [50, 'face is generating 50 %, 1 min 20 s'],
  [30, 'face generating, 1 min 20 s'],
])('in %i columns the bar goes first, then the usual time, and the state stays whole', (columns, line) => {
  // The sign that turns, its blank, and the last cell.
  const width = columns - 3;
  const known = facts(['7'], { usualSeconds: 150, width });
  expect(waitLines([state('7', 'processing', { percent: 50 })], known)).toEqual([line]);
  const unknown = facts(['7'], { width });
  const [told] = waitLines([state('7', 'processing', { percent: 50 })], unknown);
  if (columns >= 80) expect(told).toMatch(/usually 30 s to 2 min 30 s$/);
  else expect(told).toMatch(/, 1 min 20 s$/);
});

test('of several, in 60 columns the usual time goes, and is not cut', () => {
  const states = [state('1', 'failed'), ...['2', '3', '4'].map((id) => state(id, 'processing'))];
  const [head] = waitLines(states, facts(['1', '2', '3', '4'], { width: 57, wereJustAsked: false }));
  expect(head).toBe('0 of 4 ready, 3 being made, 1 failed, waited 1 min 20 s');
});

test('of several, in 60 columns the end of a name goes before a word of the state', () => {
  const [ready] = state('5', 'has_3d', { isAccepted: true }).reconstructions;
  const [going] = state('5', 'processing', { type: 'body' }).reconstructions;
  const states: WaitState[] = [
    { id: '5', reconstructions: [going!, ready!] },
    { id: '40', reconstructions: [] },
  ];
  const names = new Map([
    ['5', 'Benedita Sampaio'],
    ['40', 'Anne-Marie Wolfeschlegelsteinhausen'],
  ]);
  const [, first, second] = waitLines(states, facts(['5', '40'], { names, width: 57, wereJustAsked: false }));
  expect(first).toBe('  5, Benedita…: body generating, face ready and accepted');
  expect(second).toMatch(/^ {2}40, Anne-Marie Wolfe.*: no photos$/);
});

test('in 60 columns the counts were cut for how long it has waited', () => {
  const ids = Array.from({ length: 30 }, (_, at) => String(at + 1));
  const statuses = (at: number) => (at < 10 ? 'failed' : at < 22 ? 'processing' : 'has_3d');
  const states: WaitState[] = ids.map((id, at) => (at < 26 ? state(id, statuses(at)) : { id, reconstructions: [] }));
  const [head] = waitLines(states, facts(ids, { width: 57, wereJustAsked: false }));
  expect(head).toBe('4 of 30 ready, 12 being made, 10 failed, 4 with no photos');
});
