import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReconError } from '../../../../src/errors.ts';
import { CommitUnknownError, type Database, type Db } from '../../../../src/service/storage/database.ts';
import { openPostgresDatabase } from '../../../../src/service/storage/postgres/postgres-database.ts';
import { openTestDatabase, postgresPrograms } from '../../../support/postgres.ts';

describe.skipIf(postgresPrograms() === undefined)('PostgreSQL', () => {
  let place: Awaited<ReturnType<typeof openTestDatabase>>;
  let database: Database;
  beforeAll(async () => {
    place = await openTestDatabase();
    database = await openPostgresDatabase(place.url);
  });
  afterAll(async () => {
    await database.close();
    await place.drop();
  });

  const addAccount = (db: Db, name: string) =>
    db.insertInto('accounts').values({ name, parent_id: null, created_at: 0 }).execute();
  const lockAccount = (db: Db, name: string) =>
    db.selectFrom('accounts').select('id').where('name', '=', name).forUpdate().execute();
  const names = async () => (await database.db.selectFrom('accounts').select('name').execute()).map(({ name }) => name);

  test('an empty database is set up once, by whoever comes first', async () => {
    const fresh = await openTestDatabase();
    const opened = await Promise.all([1, 2, 3].map(() => openPostgresDatabase(fresh.url)));
    const ids = await Promise.all(opened.map(async (one) => (await one.lastCommit()).folderId));
    expect(new Set(ids).size).toBe(1);
    await Promise.all(opened.map((one) => one.close()));
    await fresh.drop();
  });

  test('a database of a newer recon is refused', async () => {
    const fresh = await openTestDatabase();
    const opened = await openPostgresDatabase(fresh.url);
    await sql`update schema_version set version = 99`.execute(opened.db);
    await opened.close();
    await expect(openPostgresDatabase(fresh.url)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('newer recon (schema 99'),
    });
    await fresh.drop();
  });

  test('of two transactions that lock each other out, both are made in the end', async () => {
    for (const name of ['a', 'b']) await addAccount(database.db, name);
    let tries = 0;
    let bothLocked = () => {};
    const locked = new Promise<void>((resolve) => {
      bothLocked = resolve;
    });
    const work = (first: string, second: string) =>
      database.transact(async (db) => {
        tries += 1;
        await lockAccount(db, first);
        if (tries === 2) bothLocked();
        await locked;
        await lockAccount(db, second);
        return first;
      });
    expect(await Promise.all([work('a', 'b'), work('b', 'a')])).toEqual(['a', 'b']);
    expect(tries).toBe(3);
  });

  test('a connection that breaks during the commit is told as a commit that nobody knows the end of', async () => {
    const cut = database.transact(async (db) => {
      await addAccount(db, 'cut');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.db);
    });
    await expect(cut).rejects.toBeInstanceOf(CommitUnknownError);
    expect(await names()).not.toContain('cut');
  });

  test('one that breaks before is told as out of reach, and the next statement has a new connection', async () => {
    const broken = database.transact(async (db) => {
      await addAccount(db, 'broken');
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
      await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(database.db);
      await addAccount(db, 'after');
    });
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' });
    expect(await names()).not.toContain('broken');
  });

  test('a server that is not there is told with its cause, and without the password of the URL', async () => {
    const failure = await openPostgresDatabase('postgres://recon:secret-word@127.0.0.1:1/recon').catch(
      (error) => error,
    );
    expect(failure).toMatchObject({
      code: 'unavailable',
      message: 'the database does not answer (connection refused)',
    });
    expect(JSON.stringify([failure.message, failure.hint, failure.details])).not.toContain('secret-word');
  });

  test.each([
    ['a database', (url: URL) => Object.assign(url, { pathname: '/absent' }), 'the database is not there (3D000)'],
    [
      'a user',
      (url: URL) => Object.assign(url, { username: 'nobody-known', password: 'secret-word' }),
      'the database does not take this user (28000)',
    ],
  ])('%s that the server does not know is told with what to change', async (_, other, message) => {
    const opening = openPostgresDatabase(other(new URL(place.url)).href);
    const failure: ReconError = await opening.then(
      () => Promise.reject(),
      (error) => error,
    );
    expect(failure).toMatchObject({ code: 'storage', message, hint: expect.any(String) });
    expect(failure.message + failure.hint).not.toMatch(/nobody-known|secret-word/);
  });

  test('a user who may make nothing in the database is told so', async () => {
    const fresh = await openTestDatabase();
    const owner = await openPostgresDatabase(place.url);
    await sql`create role reader login`.execute(owner.db);
    await owner.close();
    const url = Object.assign(new URL(fresh.url), { username: 'reader' }).href;
    await expect(openPostgresDatabase(url)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('42501'),
    });
    await fresh.drop();
  });

  test('a row that a unique key refuses is told by its table', async () => {
    await addAccount(database.db, 'twice');
    const failure = await addAccount(database.db, 'twice').catch((error: unknown) => error);
    expect([database.isTaken(failure, 'accounts'), database.isTaken(failure, 'patients')]).toEqual([true, false]);
  });

  test('ids and times come as numbers, and the clock is that of the server', async () => {
    const { rows } = await sql<{ now: number }>`select ${database.now()} as now`.execute(database.db);
    expect(Math.abs(rows[0]!.now - Date.now())).toBeLessThan(5_000);
  });
});
