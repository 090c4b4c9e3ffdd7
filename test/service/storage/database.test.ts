import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { NEWEST_SCHEMA } from '../../../src/service/storage/migrate.ts';
import { first } from '../../../src/service/storage/migrations/001-first.ts';
import { unfinishedFiles } from '../../../src/service/storage/migrations/002-unfinished-files.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { sqliteDialect } from '../../../src/service/storage/sqlite-dialect.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-db-'));
  path = join(folder, 'recon.db');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const openDb = async (path: string) => (await openSqliteDatabase(path, { clock: systemClock })).db;

test('a commit is on disk before it is reported, and rows hang together', async () => {
  const db = await openDb(path);
  const pragma = async (name: string) =>
    Object.values((await sql.raw<object>(`pragma ${name}`).execute(db)).rows[0]!)[0];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
  expect(await pragma('secure_delete')).toBe(1);
  expect(await pragma('user_version')).toBe(NEWEST_SCHEMA);
  await db.destroy();
});

test('nobody else can read it, whatever folder it lies in, also one that was open before', async () => {
  const open = await mkdtemp(join(tmpdir(), 'recon-open-folder-'));
  await chmod(open, 0o755);
  const modes = async () => {
    const db = await openDb(join(open, 'recon.db'));
    await db
      .insertInto('settings')
      .values({ key: String(Math.random()), value: 'b' })
      .execute();
    const names = await readdir(open);
    const found = await Promise.all(names.map(async (name) => (await stat(join(open, name))).mode & 0o077));
    await db.destroy();
    return { count: names.length, found: new Set(found) };
  };
  expect(await modes()).toEqual({ count: 3, found: new Set([0]) });
  await chmod(join(open, 'recon.db'), 0o644);
  expect(await modes()).toEqual({ count: 3, found: new Set([0]) });
  await rm(open, { recursive: true });
});

test('opening again migrates nothing and loses nothing', async () => {
  const first = await openDb(path);
  await first.insertInto('settings').values({ key: 'a', value: 'b' }).execute();
  await first.destroy();
  const again = await openDb(path);
  expect(await again.selectFrom('settings').selectAll().execute()).toEqual([{ key: 'a', value: 'b' }]);
  await again.destroy();
});

test.each([true, undefined, Number.NaN, Infinity, new Date(0), 10n])(
  'a parameter %s is refused before the driver sees it',
  async (value) => {
    const db = await openDb(path);
    await expect(sql`select ${value} as x`.execute(db)).rejects.toThrow(TypeError);
    await db.destroy();
  },
);

test('two connections write in turn without an error', async () => {
  const [one, two] = [await openDb(path), await openDb(path)];
  const write = (db: typeof one, name: string) =>
    db.transaction().execute(async (transaction) => {
      const { entries } = await transaction
        .selectFrom('accounts')
        .select((all) => all.fn.countAll<number>().as('entries'))
        .executeTakeFirstOrThrow();
      await transaction
        .insertInto('accounts')
        .values({ name: `${name} ${entries}`, parent_id: null, created_at: 0 })
        .execute();
    });
  for (let turn = 0; turn < 20; turn++) {
    await write(one, 'a');
    await write(two, 'b');
  }
  expect(await one.selectFrom('accounts').select('name').execute()).toHaveLength(40);
  await Promise.all([one.destroy(), two.destroy()]);
});

test('an idempotency key of 0.1.0 is given the after that it is for', async () => {
  const old = join(folder, 'idempotency.db');
  const [reader, writer] = [await openSqlite(old), await openSqlite(old)];
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit() {} }) });
  // As 0.1.0 left it.
  await first(db);
  await unfinishedFiles(db);
  const patient = `'x', 1, 'face', 4, 0, 'processing', '{}', '{}'`;
  for (const statement of [
    `insert into accounts (id, name, created_at) values (1, 'a', 1)`,
    `insert into patients (id, owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
      values (1, 1, 'p', '', '', 0, 1, 1)`,
    ...[5, 6, 7, 7].map(
      (
        time,
      ) => `insert into afters (weight, patient_id, type, provider, accepted, status, given_measures, measures, created_at, updated_at)
        values (${patient}, ${time}, ${time})`,
    ),
    ...[5, 6, 7].map(
      (time) => `insert into idempotency (account_id, key, request_hash, patient_id, created_at)
        values (1, 'key ${time}', 'h', 1, ${time})`,
    ),
    'pragma user_version = 2',
  ]) {
    await sql.raw(statement).execute(db);
  }
  await db.destroy();
  const opened = await openDb(old);
  const keys = await opened.selectFrom('idempotency').select(['key', 'after_id']).orderBy('key').execute();
  await opened.destroy();
  expect(keys).toEqual([
    { key: 'key 5', after_id: 1 },
    { key: 'key 6', after_id: 2 },
    { key: 'key 7', after_id: null },
  ]);
});

test('a database of before the search index counts at once, and is indexed while it is open', async () => {
  const old = join(folder, 'many.db');
  const [reader, writer] = [await openSqlite(old), await openSqlite(old)];
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit() {} }) });
  await first(db);
  await unfinishedFiles(db);
  writer.exec(`
    insert into accounts (id, name, created_at) values (1, 'a', 1), (2, 'b', 1);
    insert into patients (owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 300)
      select 1 + n % 2, n, iif(n % 10 = 0, 'li ana', 'wu'), 'p' || n || '@example.org', 0, 1, 1 from numbers;
    pragma user_version = 2`);
  await db.destroy();
  const opened = await openSqliteDatabase(old, { clock: systemClock });
  const whole = { after: 0, upTo: 1000 };
  const found = async () => (await opened.search.prepare(1, { name: { part: 'ana' } })).count(whole);
  const indexedTo = async () =>
    (await sql<{ id: number }>`select indexed_to as id from search_progress`.execute(opened.db)).rows[0]!.id;
  const counts = await opened.db.selectFrom('patient_counts').select(['owner_id', 'entries']).execute();
  expect(counts).toEqual([
    { owner_id: 1, entries: 150 },
    { owner_id: 2, entries: 150 },
  ]);
  expect(await found()).toEqual([{ ...whole, matches: 30 }]);
  await expect.poll(indexedTo).toBe(256);
  expect(await found()).toEqual([{ ...whole, matches: 30 }]);
  await opened.close();
});
