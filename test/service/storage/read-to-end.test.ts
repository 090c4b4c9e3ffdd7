import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { readToEnd } from '../../../src/service/storage/read-to-end.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { damageTable } from '../../support/data-folders.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const { signal } = new AbortController();

async function makeDatabase() {
  const folder = tempFolder();
  const path = join(folder, 'recon.db');
  return { folder, path, database: await openSqliteDatabase(path, { clock: systemClock }) };
}

test('a database that somebody writes to is sound', async () => {
  const { path, database } = await makeDatabase();
  const reading = readToEnd(path, signal);
  for (let round = 0; round < 50; round++) {
    const row = { key: `key ${round}`, value: randomBytes(5_000).toString('hex') };
    await database.db.insertInto('settings').values(row).execute();
  }
  expect(await reading).toBeUndefined();
  await database.close();
});

test.each(['tombstones', 'sqlite_autoindex_files_1'])('damage in %s is found', async (table) => {
  const { folder, path, database } = await makeDatabase();
  await database.close();
  await damageTable(folder, table);
  expect(await readToEnd(path, signal)).toMatch(/\w/);
});

test('a file that is no database is damaged', async () => {
  const path = join(tempFolder(), 'recon.db');
  await writeFile(path, 'no database at all, but long enough to be read as one'.repeat(100));
  expect(await readToEnd(path, signal)).toMatch(/\w/);
});

test('a database that cannot be opened is an error, not damage', async () => {
  await expect(readToEnd(join(tempFolder(), 'none'), signal)).rejects.toThrow();
});

test('the reading can be ended', async () => {
  const { path, database } = await makeDatabase();
  const stopper = new AbortController();
  const reading = readToEnd(path, stopper.signal);
  stopper.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  await database.close();
});
