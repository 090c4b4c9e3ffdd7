import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEWEST_SCHEMA } from '../../../src/service/storage/migrate.ts';
import { openPool } from '../../../src/service/storage/postgres/connections.ts';
import { NEWEST_POSTGRES_SCHEMA } from '../../../src/service/storage/postgres/migrate-postgres.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { contentOf, copyFolder, makeOld } from '../../support/data-folders.ts';
import { makeOldPostgres } from '../../support/old-postgres.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

const READING = [
  ['accounts', 'list'],
  ['accounts', 'tokens', 'list'],
  ['audit', 'list'],
  ['audit', 'verify'],
  ['audit', 'export'],
];
const CHANGING = [
  ['accounts', 'add', 'clinic'],
  ['accounts', 'update', 'main', '--max-patients', '7'],
  ['accounts', 'token', 'main'],
  ['accounts', 'tokens', 'add', 'main', '--label', 'desk', '--scope', 'read'],
  ['accounts', 'tokens', 'revoke', 'main', 'data folder'],
  ['accounts', 'disable', 'main'],
  ['accounts', 'enable', 'main'],
];
const backup = () => ['backup', join(tempFolder(), 'backup')];
const serve = ['serve', '--port', '0'];

const OLDER = {
  exitCode: 12,
  stderr: expect.stringMatching(/is of an earlier recon \(schema \d+, .*start this version/s),
};
const NEWER = { exitCode: 12, stderr: expect.stringMatching(/is of a newer recon \(schema \d+, this one knows \d+\)/) };

async function expectRefused(commands: string[][], places: string[], refusal: object) {
  for (const command of commands) {
    const ended = await runMain([...command, ...places], home.environment);
    expect([command, ended]).toMatchObject([command, { stdout: '', ...refusal }]);
  }
}

describe('a data folder', () => {
  let folder: string;
  beforeAll(async () => {
    const service = await openService();
    await service.stop();
    folder = await copyFolder(service.dataFolder);
    await service.close();
  });

  test.each([
    [1, 12],
    [10, 0],
  ])(
    'of an earlier recon (schema %i) stays as it is: every command but a start is refused',
    async (schema, backedUp) => {
      const old = await copyFolder(folder);
      await makeOld(old, { schema });
      const before = await contentOf(old);
      await expectRefused([...READING, ...CHANGING], ['--data', old], OLDER);
      const doctor = await runMain(['doctor', '--data', old], home.environment);
      expect(doctor).toMatchObject({ exitCode: 7, stdout: expect.stringContaining('of an earlier recon') });
      expect(await contentOf(old)).toEqual(before);
      expect((await runMain([...backup(), '--data', old], home.environment)).exitCode).toBe(backedUp);
    },
  );

  test('of a newer recon stays as it is: every command is refused', async () => {
    const newer = await copyFolder(folder);
    const connection = await openSqlite(join(newer, 'recon.db'));
    connection.exec(`pragma user_version = ${NEWEST_SCHEMA + 1}; pragma wal_checkpoint(truncate)`);
    connection.close();
    const before = await contentOf(newer);
    await expectRefused([...READING, ...CHANGING, backup(), serve], ['--data', newer], NEWER);
    await runMain(['doctor', '--data', newer], home.environment);
    expect(await contentOf(newer)).toEqual(before);
  });

  test('without data stays empty where somebody only looks', async () => {
    const empty = tempFolder();
    await expectRefused(READING, ['--data', empty], { exitCode: 3 });
    expect((await contentOf(empty)).size).toBe(0);
  });
});

describe.skipIf(postgresPrograms() === undefined)('a PostgreSQL database', () => {
  let place: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    place = await openTestDatabase();
  });
  afterAll(() => place.drop());

  const rows = async (url: string, query: string) => {
    const pool = openPool(url);
    const connection = await pool.connect();
    const answer = await connection.query(query, []);
    connection.release();
    await pool.end();
    return answer.rows;
  };
  /** Every table with its columns and how often rows of it were written, and the schema. */
  const written = async (url: string) => {
    const version = await rows(url, 'select version, xmin::text from schema_version').catch(() => []);
    const columns = `select table_name || '.' || column_name as one from information_schema.columns
      where table_schema = current_schema() order by 1`;
    return { version, columns: await rows(url, columns) };
  };
  const at = (url: string) => ['--data', tempFolder(), '--database', url];

  test('without data stays empty where somebody only looks', async () => {
    await expectRefused(READING, at(place.url), { exitCode: 3 });
    expect((await written(place.url)).columns).toEqual([]);
  });

  test('of an earlier recon stays as it is: every command but a start is refused', async () => {
    await makeOldPostgres(place.url, 5, [`insert into accounts (name, created_at) values ('main', 1)`]);
    const before = await written(place.url);
    await expectRefused([...READING, ...CHANGING], at(place.url), OLDER);
    expect(await written(place.url)).toEqual(before);
  });

  test('of a newer recon stays as it is: every command is refused', async () => {
    await (await openPostgresDatabase(place.url)).close();
    await rows(place.url, `update schema_version set version = ${NEWEST_POSTGRES_SCHEMA + 1}`);
    const before = await written(place.url);
    const settings = await rows(place.url, 'select * from settings');
    await expectRefused([...READING, ...CHANGING, backup(), serve], at(place.url), NEWER);
    expect(await written(place.url)).toEqual(before);
    expect(await rows(place.url, 'select * from settings')).toEqual(settings);
  });
});
