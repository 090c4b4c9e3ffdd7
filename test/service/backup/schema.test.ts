import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { backUp } from '../../../src/service/backup/back-up.ts';
import { readBackupFolder } from '../../../src/service/backup/folder-backups.ts';
import { readManifest, writeManifest } from '../../../src/service/backup/manifest.ts';
import { openBackup } from '../../../src/service/backup/open-backup.ts';
import { openReader } from '../../../src/service/backup/open-reader.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { openStore } from '../../../src/service/open-store.ts';
import { NEWEST_SCHEMA } from '../../../src/service/storage/migrate.ts';
import { openPostgresDatabase } from '../../../src/service/storage/postgres/postgres-database.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();
const AN_EARLIER_SCHEMA = 7;

/** A data folder of an earlier recon, with one account. */
async function earlierFolder(): Promise<string> {
  const dataFolder = join(tempFolder(), 'data');
  mkdirSync(dataFolder);
  const database = await openSqliteDatabase(join(dataFolder, 'recon.db'), {
    clock: systemClock,
    schema: AN_EARLIER_SCHEMA,
  });
  await database.db.insertInto('accounts').values({ name: 'clinic', parent_id: null, created_at: 1 }).execute();
  await database.close();
  return dataFolder;
}

test.skipIf(postgresPrograms() === undefined)('both databases copy the same tables with the same columns', async () => {
  const dataFolder = tempFolder();
  const { url: databaseUrl, drop } = await openTestDatabase();
  await (await openSqliteDatabase(join(dataFolder, 'recon.db'), { clock: systemClock })).close();
  await (await openPostgresDatabase(databaseUrl)).close();
  const readers = [await openReader({ dataFolder }), await openReader({ dataFolder, databaseUrl })];
  const [sqlite, postgres] = readers.map(({ tables }) =>
    tables.map(({ name, columns, key }) => ({ name, columns, key })).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  for (const reader of readers) await reader.close();
  await drop();
  expect(sqlite!.length).toBeGreaterThan(12);
  expect(postgres).toEqual(sqlite);
});

test.skipIf(postgresPrograms() === undefined)(
  'a backup of a shared database is refused where its files are not, and makes nothing',
  async () => {
    const [elsewhere, to] = [join(tempFolder(), 'usual'), join(tempFolder(), 'backup')];
    const { url: databaseUrl, drop } = await openTestDatabase();
    await (await openPostgresDatabase(databaseUrl)).close();
    const work = backUp({ dataFolder: elsewhere, databaseUrl }, { to, version: '1.0.0', keep: 7, signal });
    await expect(work).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('are not in') });
    expect([elsewhere, to].map((path) => existsSync(path))).toEqual([false, false]);
    const served = tempFolder();
    writeFileSync(join(served, 'files-id'), 'abc\n');
    const made = await backUp({ dataFolder: served, databaseUrl }, { to, version: '1.0.0', keep: 7, signal });
    expect(made.lost).toEqual([]);
    await drop();
  },
);

test('each table comes after those that it references', async () => {
  const dataFolder = tempFolder();
  await (await openSqliteDatabase(join(dataFolder, 'recon.db'), { clock: systemClock })).close();
  const { tables, close } = await openReader({ dataFolder });
  await close();
  for (const [at, { name, references }] of tables.entries()) {
    const before = [name, ...tables.slice(0, at).map((one) => one.name)];
    expect(before).toEqual(expect.arrayContaining(references));
  }
  expect(tables.flatMap(({ references }) => references).length).toBeGreaterThan(8);
});

test('a backup of an earlier recon is restored, and the next start brings it up to date', async () => {
  const to = tempFolder();
  await backUp({ dataFolder: await earlierFolder() }, { to, keep: 7, version: '0.0.0', signal });
  const dataFolder = join(tempFolder(), 'data');
  await restore({ dataFolder }, { from: to }, signal);
  const reader = await openReader({ dataFolder });
  await reader.close();
  expect(reader.schema).toBe(AN_EARLIER_SCHEMA);
  const { db, database } = await openStore(dataFolder, systemClock);
  const accounts = await db.selectFrom('accounts').select('name').execute();
  await database.close();
  expect(accounts).toEqual([{ name: 'clinic' }]);
  const upgraded = await openReader({ dataFolder });
  await upgraded.close();
  expect(upgraded.schema).toBe(NEWEST_SCHEMA);
});

test.skipIf(postgresPrograms() === undefined)(
  'a backup of an earlier recon does not go from one kind of database to the other',
  async () => {
    const to = tempFolder();
    await backUp({ dataFolder: await earlierFolder() }, { to, keep: 7, version: '0.0.0', signal });
    const { url: databaseUrl, drop } = await openTestDatabase();
    const places = { dataFolder: tempFolder(), databaseUrl };
    await expect(restore(places, { from: to }, signal)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('earlier recon'),
    });
    await drop();
  },
);

test('a backup of a newer recon is refused', async () => {
  const to = tempFolder();
  const { snapshot } = await backUp({ dataFolder: await earlierFolder() }, { to, keep: 7, version: '0.0.0', signal });
  const backup = await openBackup(readBackupFolder(to), undefined);
  const { from, ...rest } = await readManifest(backup, snapshot);
  await writeManifest(backup, snapshot, { ...rest, from: { ...from, schema: NEWEST_SCHEMA + 1 } });
  const places = { dataFolder: join(tempFolder(), 'data') };
  await expect(restore(places, { from: to }, signal)).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('newer recon'),
  });
});
