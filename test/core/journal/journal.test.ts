import {
  appendFileSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Entry, Plan, Step } from '../../../src/core/journal/entry.ts';
import { failureOf, TOKEN } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { bytesOf, photoCopies } from '../photo-copies.ts';
import { openedJournal, planned } from './opened-journal.ts';

const SENT: Step = { state: 'sent', baseline: { ids: ['3'] }, keyUntil: 0, inDoubt: false };
const DAY_MS = 86_400_000;

function world(now = 1_000_000) {
  const folder = join(tempFolder(), 'journal');
  const clock = { now: () => now };
  const open = (over: Partial<Parameters<typeof openedJournal>[0]> & { now?: number } = {}) =>
    openedJournal({
      folder,
      scope: { profile: 'default', service: 'https://a.example' },
      holder: TOKEN,
      clock: { now: () => over.now ?? now },
      ...over,
    });
  const file = () => join(folder, readdirSync(folder).find((name) => name.endsWith('.jsonl'))!);
  return { folder, clock, open, file };
}

const requestsIn = (folder: string) => readdirSync(folder).filter((name) => !/^key$|\.jsonl$/.test(name));

const PLAN = { deed: 'create', subject: 'ana', request: 'r1' } as const;
const ANA = { deed: 'create' as const, patient: { name: 'Ana Sample', phone: '123' }, allowSame: false };
const asCreate = (entry: Entry) => ({ ...entry, deed: 'create' as const });
const withPhoto = () => ({
  ...ANA,
  reconstruction: { photos: photoCopies({ left: Buffer.from('left') }), measures: {} },
});

test('what one run plans, the next one knows: the entry, its request and its photos', async () => {
  const { open } = world();
  const first = await open();
  const { entry } = await planned(first, { ...PLAN, row: 'b:1' }, withPhoto(), SENT);
  const second = await open();
  expect(await second.open()).toEqual([entry]);
  expect(entry).toMatchObject({ state: 'sent', deed: 'create', row: 'b:1', baseline: { ids: ['3'] }, inDoubt: false });
  const { patient, reconstruction } = await second.change(asCreate(entry));
  expect(patient).toEqual(ANA.patient);
  expect(bytesOf(reconstruction!.photos[0]!).toString()).toBe('left');
});

test('only ids, marks and states stand in the lines, and nobody else can read them', async () => {
  const { open, folder, file } = world();
  const journal = await open();
  const { entry } = await planned(
    journal,
    { ...PLAN, subject: journal.mark('person', 'Ana Sample') },
    withPhoto(),
    SENT,
  );
  const text = readFileSync(file(), 'utf8');
  expect(text).not.toMatch(/Ana|Sample|123"|canary/);
  for (const path of [file(), join(folder, 'key'), join(folder, `${entry.id}.request`)]) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

test.each<[string, Step]>([
  ['done', { state: 'done', patient: '7' }],
  ['adopted', { state: 'adopted', patient: '7' }],
  ['clear', { state: 'clear' }],
  ['forgotten', { state: 'forgotten' }],
])('a request is erased with its entry: %s', async (_, step) => {
  const { open, folder } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, withPhoto(), SENT);
  await journal.note(entry, step);
  expect(requestsIn(folder)).toEqual([]);
  expect(await journal.open()).toEqual([]);
});

test.each<[string, Step]>([
  ['planned', { state: 'planned' }],
  ['lost', { state: 'lost' }],
  ['unknown', { state: 'unknown', candidates: ['7'] }],
])('an open entry keeps its request: %s', async (_, step) => {
  const { open } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, ANA, SENT);
  await journal.note(entry, step);
  const [again] = await (await open()).open();
  expect(again).toMatchObject({ id: entry.id, ...step });
  expect(await journal.change(again!)).toEqual(ANA);
});

test('a torn last line is ignored, and what is written after it stands on a line of its own', async () => {
  const { open, file } = world();
  const first = await open();
  const { entry } = await planned(first, PLAN, ANA, SENT);
  appendFileSync(file(), `\n{"v":1,"entry":"${entry.id}","at":1,"state":"done","pat`);
  const second = await open();
  expect(await second.open()).toMatchObject([{ id: entry.id, state: 'sent' }]);
  await second.note(entry, { state: 'lost' });
  expect(await (await open()).open()).toMatchObject([{ id: entry.id, state: 'lost' }]);
});

test('a journal of a newer version is not touched', async () => {
  const { open, file } = world();
  const first = await open();
  const { entry } = await planned(first, PLAN, ANA, SENT);
  appendFileSync(file(), '\n{"v":3,"entry":"x","state":"paused"}\n');
  expect(await failureOf((await open()).open())).toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/newer/),
  });
  expect((await first.change(asCreate(entry))).patient).toEqual(ANA.patient);
});

test('a change that recon before 0.6.0 does not know stands in a line that it refuses', async () => {
  const { open, file } = world();
  const journal = await open();
  const versionOf = async (change: Parameters<typeof planned>[2]) => {
    await planned(journal, { deed: change.deed, patient: '7', request: 'r' }, change, SENT);
    const first = readFileSync(file(), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"planned"'))
      .at(-1)!;
    return JSON.parse(first).v;
  };
  expect(await versionOf({ deed: 'update', id: '7', patient: { city: 'Porto' } })).toBe(1);
  expect(await versionOf({ deed: 'update', id: '7', patient: {}, size: { height: '172' } })).toBe(2);
  expect(await versionOf({ deed: 'accept', id: '7', type: 'face', isAccepted: true })).toBe(2);
  expect(await (await open()).open()).toHaveLength(3);
});

test('two that write at once see each other’s steps', async () => {
  const { open } = world();
  const [one, other] = [await open(), await open()];
  const plans = await Promise.all(
    Array.from({ length: 40 }, (_, at) => planned(at % 2 ? one : other, { ...PLAN, request: `r${at}` }, ANA, SENT)),
  );
  await Promise.all(plans.slice(0, 20).map(({ entry }, at) => (at % 2 ? other : one).note(entry, { state: 'clear' })));
  const left = plans.slice(20).map(({ entry }) => entry.id);
  for (const journal of [one, other, await open()]) {
    expect((await journal.open()).map(({ id }) => id).sort()).toEqual(left.toSorted());
  }
});

test('another profile or service has a journal of its own; another token only another account', async () => {
  const { open } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, ANA, SENT);
  expect(await (await open({ scope: { profile: 'default', service: 'https://b.example' } })).open()).toEqual([]);
  const [seen] = await (await open({ holder: 'another-token-altogether' })).open();
  expect(seen).toEqual(entry);
});

test('a photo that was changed in the journal is not sent', async () => {
  const { open, folder } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, withPhoto(), SENT);
  const path = join(folder, `${entry.id}.request`);
  writeFileSync(path, readFileSync(path, 'latin1').replace('left', 'lift'), 'latin1');
  expect(await failureOf(journal.change(asCreate(entry)))).toMatchObject({
    code: 'storage',
    message: expect.stringMatching(/damaged/),
  });
});

test('rows that are done are found again, by their import', async () => {
  const { open } = world();
  const journal = await open();
  await journal.batches.begin({ batch: 'b', path: '/in/a.csv', options: { wait: true } });
  const { entry } = await planned(journal, { ...PLAN, row: 'b:h:1' }, ANA, SENT);
  await journal.note(entry, { state: 'done', patient: '7' });
  const later = await open();
  expect(await later.done('b:h:1')).toEqual({ patient: '7', account: journal.account });
  expect(await later.batches.doneRows()).toEqual(new Map([['b:h:1', '7']]));
  expect((await later.claimed()).has('7')).toBe(true);
});

test('an import that was begun stays until it is finished, and is one however often it is begun', async () => {
  const { open } = world();
  const journal = await open();
  await journal.batches.begin({ batch: 'b', path: '/in/a.csv', options: { wait: true } });
  await (await open()).batches.begin({ batch: 'b', path: '/in/a.report.csv', options: { wait: false } });
  // In the way in which it was begun last.
  expect(await journal.batches.unfinished()).toEqual([
    { batch: 'b', path: '/in/a.report.csv', options: { wait: false } },
  ]);
  await journal.batches.finish('b');
  expect(await (await open()).batches.unfinished()).toEqual([]);
});

test('a request that is kept changed has its photos still, and one that is not planned leaves nothing', async () => {
  const { open, folder } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, withPhoto(), SENT);
  for (const allowSame of [true, false]) {
    await journal.keep(entry, { ...(await journal.change(asCreate(entry))), allowSame });
    const { allowSame: kept, reconstruction } = await (await open()).change(asCreate(entry));
    expect([kept, bytesOf(reconstruction!.photos[0]!).toString()]).toEqual([allowSame, 'left']);
  }
  const unplanned = await journal.keepNew(withPhoto());
  expect(requestsIn(folder)).toHaveLength(2);
  await unplanned.leave();
  expect(requestsIn(folder)).toEqual([`${entry.id}.request`]);
});

test('a process that ends at once takes along what it has kept and not planned, and nothing else', async () => {
  const { open, folder } = world();
  const others = process.listeners('exit');
  const journal = await open();
  const { entry } = await planned(journal, PLAN, withPhoto(), SENT);
  await journal.keepNew(withPhoto());
  expect(requestsIn(folder)).toHaveLength(2);
  for (const end of process.listeners('exit').filter((one) => !others.includes(one))) end(0);
  expect(requestsIn(folder)).toEqual([`${entry.id}.request`]);
});

test.skipIf(!existsSync('/dev/shm'))('a request that comes from another disk is kept whole', async () => {
  const { open } = world();
  const journal = await open();
  const request = withPhoto();
  const [photo] = request.reconstruction.photos;
  const elsewhere = `/dev/shm/recon-test-${process.pid}`;
  copyFileSync(photo!.copyPath, elsewhere);
  const { entry } = await planned(
    journal,
    PLAN,
    { ...request, reconstruction: { ...request.reconstruction, photos: [{ ...photo!, copyPath: elsewhere }] } },
    SENT,
  );
  expect(existsSync(elsewhere)).toBe(false);
  const { reconstruction } = await (await open()).change(asCreate(entry));
  expect(bytesOf(reconstruction!.photos[0]!).toString()).toBe('left');
});

test('requests that a killed run left without an entry are removed after an hour, others are not', async () => {
  const { open, folder } = world();
  const { entry } = await planned(await open(), PLAN, ANA, SENT);
  const kept = `${entry.id}.request`;
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['stray.request', `${kept}.new`, 'young.request']) writeFileSync(join(folder, name), '');
  for (const name of ['stray.request', `${kept}.new`, kept]) utimesSync(join(folder, name), longAgo, longAgo);
  await open();
  expect(requestsIn(folder).sort()).toEqual([kept, 'young.request'].sort());
});

test('a request that was settled by a run that was killed before it could erase it is erased by the next', async () => {
  const { open, folder } = world();
  const journal = await open();
  const { entry } = await planned(journal, PLAN, withPhoto(), SENT);
  await journal.note(entry, { state: 'done', patient: '7' });
  writeFileSync(join(folder, `${entry.id}.request`), 'left');
  await open();
  expect(requestsIn(folder)).toEqual([]);
});

test('the request of a finished import that could not be erased is erased by the next run, a newer one is not', async () => {
  const { open, folder } = world();
  const now = Date.now();
  const journal = await open({ now });
  for (const batch of ['left', 'again']) {
    await journal.batches.begin({ batch, path: '/list.csv', options: {} });
    await journal.batches.finish(batch);
  }
  for (const [name, at] of [
    ['left', now - 5_000],
    ['again', now + 5_000],
  ] as const) {
    writeFileSync(join(folder, `${name}.request`), 'of the import');
    utimesSync(join(folder, `${name}.request`), new Date(at), new Date(at));
  }
  await open({ now: now + 10_000 });
  expect(requestsIn(folder)).toEqual(['again.request']);
});

test('what was finished 30 days ago is dropped from a large journal, what is open or young is not', async () => {
  const { open, file } = world();
  const early = await open({ now: 0 });
  const { entry: openOne } = await planned(early, { ...PLAN, request: 'open' }, ANA, SENT);
  const { entry: oldOne } = await planned(early, { ...PLAN, row: 'b:old' }, ANA, SENT);
  await early.note(oldOne, { state: 'done', patient: '1' });
  const late = await open({ now: 29 * DAY_MS });
  const { entry: youngOne } = await planned(late, { ...PLAN, row: 'b:young' }, ANA, SENT);
  await late.note(youngOne, { state: 'done', patient: '2' });
  appendFileSync(file(), `\n${'{"v":1,"entry":"none","at":0,"state":"clear"}\n'.repeat(90_000)}`);
  const journal = await open({ now: 31 * DAY_MS });
  expect(statSync(file()).size).toBeLessThan(5000);
  expect((await journal.open()).map(({ id }) => id)).toEqual([openOne.id]);
  expect(await journal.done('b:old')).toBeUndefined();
  expect(await journal.done('b:young')).toMatchObject({ patient: '2' });
  // Who had the file open before goes on in the new one.
  await late.note(openOne, { state: 'lost' });
  expect(await journal.open()).toMatchObject([{ id: openOne.id, state: 'lost' }]);
});

test('photos are known by the changes that sent them, with the same token, until their patient is deleted', async () => {
  const { open } = world();
  const journal = await open();
  const sent = async (plan: Plan, step: Step) =>
    journal.note((await planned(journal, plan, withPhoto(), SENT)).entry, step);
  await sent({ ...PLAN, photos: ['p', 'q'] }, { state: 'done', patient: '7' });
  await sent({ ...PLAN, subject: 'ben', photos: ['p'] }, { state: 'adopted', patient: '8' });
  await sent({ ...PLAN, photos: ['r'] }, { state: 'clear' });
  const next = await open();
  const patientsOf = async (photo: string) => (await next.sentBefore(photo)).map(({ patient }) => patient);
  expect(await patientsOf('p')).toEqual(['7', '8']);
  expect(await patientsOf('q')).toEqual(['7']);
  expect(await patientsOf('r')).toEqual([]);
  expect(await (await open({ holder: 'another-token' })).sentBefore('p')).toEqual([]);
  const { entry } = await planned(
    next,
    { deed: 'delete', patient: '8', request: 'd' },
    { deed: 'delete', id: '8' },
    SENT,
  );
  await next.note(entry, { state: 'done', patient: undefined });
  expect(await patientsOf('p')).toEqual(['7']);
});

test('after a service has moved, photos that the same token sent at its earlier address are known, too', async () => {
  const { open } = world();
  const journal = await open();
  const { entry } = await planned(journal, { ...PLAN, photos: ['p'] }, withPhoto(), SENT);
  await journal.note(entry, { state: 'done', patient: '7' });
  const service = 'https://b.example';
  const patientsAt = async (over: Parameters<typeof open>[0]) =>
    (await (await open({ scope: { profile: 'default', service }, ...over })).sentBefore('p')).map(
      ({ patient }) => patient,
    );
  expect(await patientsAt({ isServiceSecret: true })).toEqual(['7']);
  expect(await patientsAt({})).toEqual([]);
  expect(await patientsAt({ isServiceSecret: true, holder: 'another-token' })).toEqual([]);
  expect(await patientsAt({ isServiceSecret: true, scope: { profile: 'other', service } })).toEqual([]);
});
