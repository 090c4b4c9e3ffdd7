import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type OpenedStore, openStore } from '../../src/service/open-store.ts';
import { inPortions } from '../../src/service/portions.ts';
import { PARTS } from '../../src/service/storage/disk-blobs.ts';
import { sweepFirst, sweepHourly } from '../../src/service/sweep.ts';
import { fileIdsIn } from '../support/data-folders.ts';
import { tempFolder } from '../support/temp-folder.ts';

const { signal } = new AbortController();
const HOUR_MS = 3_600_000;
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

let folder: string;
let store: OpenedStore;
beforeEach(async () => {
  folder = tempFolder();
  store = await openStore(folder, systemClock);
});
afterEach(() => store.database.close());

/** Ids of one subfolder, in no order. */
const idsIn = (part: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${part}${String((at * 7919) % count).padStart(30, '0')}`);

async function putFiles(ids: readonly string[]): Promise<void> {
  for (const part of new Set(ids.map((id) => id.slice(0, 2)))) {
    await mkdir(join(folder, 'files', part), { recursive: true });
  }
  for (const id of ids) await writeFile(join(folder, 'files', id.slice(0, 2), id), '');
}

/** Makes records of three files each. */
async function addRecords(ids: readonly string[]): Promise<void> {
  const { db } = store;
  const times = { created_at: 1, updated_at: 1 };
  const { id: owner } = await db
    .insertInto('accounts')
    .values({ name: 'main', parent_id: null, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: patient } = await db
    .insertInto('patients')
    .values({ owner_id: owner, player_id: 'p', name_folded: '', email_folded: '', last_async: 0, ...times } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const records = Math.ceil(ids.length / 3);
  const common = { patient_id: patient, type: 'face', provider: 4, accepted: 0, status: 'has_3d' } as const;
  const after = { ...common, given_measures: '{}', measures: '{}', ...times };
  for (const some of inPortions(Array.from({ length: records }, (_, at) => ({ ...after, id: at + 1 })))) {
    await db.insertInto('afters').values(some).execute();
  }
  const rows = ids.map((id, at) => ({ id, after_id: Math.floor(at / 3) + 1, name: `part ${at % 3}` }));
  for (const some of inPortions(rows)) {
    const facts = { sha256: SHA256_OF_NOTHING, size_bytes: 0, mime: '', created_at: 1 };
    await db
      .insertInto('files')
      .values(some.map((row) => ({ ...row, ...facts })))
      .execute();
  }
}

const incomplete = async () => {
  const rows = await store.db.selectFrom('afters').select('id').where('is_incomplete', '=', 1).execute();
  return rows.map(({ id }) => id);
};

test('a subfolder of more files than one statement takes is compared whole', async () => {
  const ids = idsIn('ab', 1_203);
  const strays = idsIn('cd', 1_001);
  await addRecords(ids);
  const there = ids.filter((_, at) => at < 30 || at % 3 !== 0);
  await putFiles([...there, ...strays]);
  const told = await sweepFirst(store, signal);
  expect(told).toEqual([
    expect.stringMatching(/^1001 files that no record explains lie in /),
    expect.stringMatching(/^391 records lack files and are shown as failed/),
  ]);
  expect(await incomplete()).toEqual(Array.from({ length: 391 }, (_, at) => at + 11));
  expect(await fileIdsIn(folder, 'files')).toEqual(there.toSorted());
  expect(await fileIdsIn(folder, 'quarantine')).toEqual(strays.toSorted());
});

test('records whose files are back are whole again after an hourly sweep, the others are told', async () => {
  const ids = idsIn('00', 1_800);
  await addRecords(ids);
  await sweepFirst(store, signal);
  expect(await incomplete()).toHaveLength(600);
  await putFiles(ids.slice(0, 1_650));
  expect(await sweepHourly(store, signal)).toEqual([]);
  expect(await incomplete()).toEqual(Array.from({ length: 50 }, (_, at) => at + 551));
});

test('every subfolder is looked into', async () => {
  const strays = PARTS.map((part) => idsIn(part, 1)[0]!);
  await putFiles(strays);
  await sweepFirst(store, signal);
  expect(await fileIdsIn(folder, 'quarantine')).toEqual(strays);
});

test('a file that is added during the walk is neither missing nor a stray', async () => {
  const ids = idsIn('ef', 3);
  const { onDisk } = store;
  const late = {
    ...onDisk,
    // The file and its record come between the list and the look at the records.
    async list(part: string) {
      const listed = await onDisk.list(part);
      if (part !== 'ef') return listed;
      await putFiles(ids);
      await addRecords(ids);
      return listed;
    },
  };
  expect(await sweepFirst({ ...store, onDisk: late }, signal)).toEqual([]);
  expect(await incomplete()).toEqual([]);
  expect(await fileIdsIn(folder, 'files')).toEqual(ids.toSorted());
});

test('a walk ends when it is told to', async () => {
  const stopper = new AbortController();
  const list = async (part: string) => {
    stopper.abort();
    return store.onDisk.list(part);
  };
  await addRecords(idsIn('00', 3));
  const walk = sweepFirst({ ...store, onDisk: { ...store.onDisk, list } }, stopper.signal);
  await expect(walk).rejects.toMatchObject({ name: 'AbortError' });
  expect(await incomplete()).toEqual([]);
});

test('more expired keys and erased files than one statement takes are dropped', async () => {
  const old = Date.now() - 25 * HOUR_MS;
  const { db } = store;
  const { id: account_id } = await db
    .insertInto('accounts')
    .values({ name: 'main', parent_id: null, created_at: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const keys = Array.from({ length: 1_100 }, (_, at) => ({ account_id, key: `${at}`, request_hash: '' }));
  for (const some of inPortions(keys)) {
    await db
      .insertInto('idempotency')
      .values(some.map((key, at) => ({ ...key, created_at: at === 0 ? Date.now() : old })))
      .execute();
  }
  const erased = idsIn('12', 1_100);
  await putFiles(erased);
  for (const some of inPortions(erased)) {
    await db
      .insertInto('unfinished_files')
      .values(some.map((id) => ({ id, kind: 'erased' as const })))
      .execute();
  }
  expect(await sweepHourly(store, signal)).toEqual([]);
  expect(await db.selectFrom('idempotency').select('key').execute()).toHaveLength(3);
  expect(await db.selectFrom('unfinished_files').select('id').execute()).toEqual([]);
  expect(await fileIdsIn(folder, 'files')).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
