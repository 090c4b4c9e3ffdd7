import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { type Database, type Db, isUndoneWith } from '../../../src/service/storage/database.ts';
import { NEWEST_SCHEMA } from '../../../src/service/storage/migrate.ts';
import { first } from '../../../src/service/storage/migrations/001-first.ts';
import { unfinishedFiles } from '../../../src/service/storage/migrations/002-unfinished-files.ts';
import { aftersOfIdempotencyKeys } from '../../../src/service/storage/migrations/003-afters-of-idempotency-keys.ts';
import { sharedJobs } from '../../../src/service/storage/migrations/004-shared-jobs.ts';
import { patientSearch } from '../../../src/service/storage/migrations/005-patient-search.ts';
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

/** A database file with 300 patients of two accounts, as these migrations leave it. */
async function oldDatabase(name: string, migrations: readonly ((db: Kysely<Tables>) => Promise<void>)[], more = '') {
  const old = join(folder, name);
  const [reader, writer] = [await openSqlite(old), await openSqlite(old)];
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit() {} }) });
  for (const migration of migrations) await migration(db);
  writer.exec(`
    insert into accounts (id, name, created_at) values (1, 'a', 1), (2, 'b', 1);
    insert into patients (owner_id, player_id, name_folded, email_folded, last_async, created_at, updated_at)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 300)
      select 1 + n % 2, n, iif(n % 10 = 0, 'li ana', 'wu'), 'p' || n || '@example.org', 0, 1, 1 from numbers;
    ${more};
    pragma user_version = ${migrations.length}`);
  await db.destroy();
  return openSqliteDatabase(old, { clock: systemClock });
}

const progress = async (db: Kysely<Tables>) =>
  (await sql<Record<'indexed_to' | 'joined_to', number>>`select * from search_progress`.execute(db)).rows[0]!;

const finding = (opened: Database, part: string) => async () => {
  const runs = await (await opened.search.prepare(1, { name: { part } })).count({ after: 0, upTo: 1000 });
  return runs.map(({ matches, first: [id] }) => [matches, id]);
};

test('a database of before the search index counts at once, and is indexed while it is open', async () => {
  const opened = await oldDatabase('many.db', [first, unfinishedFiles]);
  const found = finding(opened, 'ana');
  const counts = await opened.db.selectFrom('patient_counts').select(['owner_id', 'entries']).execute();
  expect(counts).toEqual([
    { owner_id: 1, entries: 150 },
    { owner_id: 2, entries: 150 },
  ]);
  expect(await found()).toEqual([[30, 10]]);
  await expect.poll(() => progress(opened.db)).toEqual({ indexed_to: 256, joined_to: 256 });
  expect(await found()).toEqual([[30, 10]]);
  await opened.close();
});

test('an index of 0.3 is given its joints while it is open, also of patients who change meanwhile', async () => {
  const indexed = `insert into patient_grams select owner_id, gram, patient_id from grams_of_patients;
    update search_progress set indexed_to = 300`;
  const migrations = [first, unfinishedFiles, aftersOfIdempotencyKeys, sharedJobs, patientSearch];
  const opened = await oldDatabase('indexed.db', migrations, indexed);
  const { db } = opened;
  const found = finding(opened, 'li ana');
  expect(await found()).toEqual([[30, 10]]);
  const rename = (id: number, name_folded: string) =>
    db.updateTable('patients').set({ name_folded }).where('id', '=', id).execute();
  await rename(10, 'li anders');
  await expect.poll(() => progress(db)).toEqual({ indexed_to: 300, joined_to: 300 });
  await rename(20, 'mali anan');
  await rename(30, 'liana');
  await db.deleteFrom('patients').where('id', '=', 40).execute();
  // Prepared anew, by the joints.
  expect(await finding(opened, 'li ana')()).toEqual([[27, 20]]);
  expect(await found()).toEqual([[27, 20]]);
  const differing = await sql`
    select * from (select * from patient_joints except select * from joints_of_patients)
    union all select * from (select * from joints_of_patients except select * from patient_joints)`.execute(db);
  expect(differing.rows).toEqual([]);
  await opened.close();
});

test('an error tells which transaction it has undone, and none that was committed', async () => {
  const database = await openSqliteDatabase(join(folder, 'undone.db'), { clock: systemClock });
  const begun: Db[] = [];
  const work = (error: Error) =>
    database
      .transact(async (db) => {
        begun.push(db);
        throw error;
      })
      .catch((thrown: unknown) => thrown);
  const [first, second] = [new Error('first'), new Error('second')];
  expect([await work(first), await work(second)]).toEqual([first, second]);
  await database.transact(async (db) => void begun.push(db));
  expect(begun.map((db) => [isUndoneWith(first, db), isUndoneWith(second, db)])).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ]);
  await database.close();
});
