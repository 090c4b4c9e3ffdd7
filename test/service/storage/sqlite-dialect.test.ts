import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { openSqlite, type SqliteConnection } from '../../../src/system/sqlite.ts';

let folder: string;
let db: Kysely<Tables>;
let other: SqliteConnection;
const commits: number[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-dialect-'));
  const path = join(folder, 'recon.db');
  ({ db } = await openSqliteDatabase(path, { clock: systemClock, onCommit: (number) => commits.push(number) }));
  other = await openSqlite(path);
  commits.length = 0;
});
afterEach(async () => {
  other.close();
  await db.destroy();
  await rm(folder, { recursive: true, force: true });
});

const settings = async () =>
  (await db.selectFrom('settings').select('key').orderBy('key').execute()).map((one) => one.key);
const set = (key: string, within: Kysely<Tables> = db) =>
  within.insertInto('settings').values({ key, value: '' }).execute();

test('a read waits neither for a transaction nor for the lock of another process', async () => {
  await set('a');
  let end: (() => void) | undefined;
  const transaction = db.transaction().execute(async (within) => {
    await set('b', within);
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await expect.poll(() => end).toBeDefined();
  expect(await settings()).toEqual(['a']);
  end?.();
  await transaction;
  other.exec('begin immediate');
  expect(await settings()).toEqual(['a', 'b']);
  other.exec('rollback');
});

test.each([
  ['a statement', () => set('mine')],
  ['a transaction', () => db.transaction().execute((within) => set('mine', within))],
])('%s waits for the lock of another process, and the thread is free meanwhile', async (_what, write) => {
  other.exec('begin immediate');
  other.exec(`insert into settings (key, value) values ('theirs', '')`);
  let isDone = false;
  const written = write().then(() => {
    isDone = true;
  });
  await sleep(300);
  expect(isDone).toBe(false);
  // The same thread lets go of the lock: a wait inside SQLite would never get it.
  other.exec('commit');
  await written;
  expect(await settings()).toEqual(['mine', 'theirs']);
});

test('writes come one after another; one that fails holds up none', async () => {
  const results = await Promise.allSettled([
    db.transaction().execute(async (within) => {
      await set('1', within);
      await sleep(30);
      throw new Error('not this one');
    }),
    set('2'),
    db.transaction().execute((within) => set('3', within)),
    set('2'),
    set('4'),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await settings()).toEqual(['2', '3', '4']);
});

test('only a transaction that changes something counts as a commit', async () => {
  await db.transaction().execute((within) => set('a', within));
  await db.transaction().execute((within) => within.selectFrom('settings').selectAll().execute());
  await db.transaction().execute((within) => set('b', within));
  const { commits: last } = await db.selectFrom('folder').select('commits').executeTakeFirstOrThrow();
  expect(commits).toEqual([last - 1, last]);
});
