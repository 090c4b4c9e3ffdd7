import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isBusy, openSqlite } from '../../src/system/sqlite.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-sqlite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const codeOf = async (work: () => unknown) => {
  try {
    await work();
  } catch (error) {
    return (error as { code?: string }).code;
  }
  return 'no error';
};

test('rows, changes and whether a statement gives rows', async () => {
  const connection = await openSqlite(join(folder, 'rows.db'));
  connection.exec('create table t (id integer primary key, name text)');
  const insert = connection.prepare('insert into t (name) values (?), (?)');
  expect(insert.isReader).toBe(false);
  expect(Number(insert.run(['Zoë', null]).changes)).toBe(2);
  const select = connection.prepare('select name from t where id > ? order by id');
  expect(select.isReader).toBe(true);
  expect(select.all([0])).toEqual([{ name: 'Zoë' }, { name: null }]);
  expect(connection.prepare('insert into t (name) values (?) returning id').all(['x'])).toEqual([{ id: 3 }]);
  connection.close();
});

test('a lock of another connection is told at once', async () => {
  const path = join(folder, 'busy.db');
  const [one, two] = [await openSqlite(path), await openSqlite(path)];
  one.exec('create table t (a); begin immediate');
  expect(one.isInTransaction()).toBe(true);
  const before = performance.now();
  expect(await codeOf(() => two.exec('begin immediate'))).toBe('SQLITE_BUSY');
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(isBusy({ code: 'SQLITE_BUSY_SNAPSHOT' })).toBe(true);
  for (const connection of [one, two]) connection.close();
});

test('failures have the names of SQLite', async () => {
  const text = join(folder, 'text.db');
  await writeFile(text, 'this is no database, and it is longer than the head of one would be. '.repeat(20));
  const broken = await openSqlite(text);
  expect(await codeOf(() => broken.prepare('select * from sqlite_master').all())).toBe('SQLITE_NOTADB');
  broken.close();
  const connection = await openSqlite(join(folder, 'names.db'));
  connection.exec('create table t (a unique)');
  expect(await codeOf(() => connection.prepare('select * from nowhere'))).toBe('SQLITE_ERROR');
  connection.exec('insert into t values (1)');
  expect(await codeOf(() => connection.exec('insert into t values (1)'))).toMatch(/^SQLITE_CONSTRAINT/);
  connection.close();
});

test('a file: URL opens a database that cannot be written', async () => {
  const path = join(folder, 'with #and?.db');
  const made = await openSqlite(path);
  made.exec('create table t (a)');
  made.close();
  await chmod(path, 0o600);
  const url = new URL(`?mode=ro`, pathToFileURL(path));
  const readOnly = await openSqlite(url);
  expect(readOnly.prepare('select * from t').all()).toEqual([]);
  expect(await codeOf(() => readOnly.exec('insert into t values (1)'))).toBe('SQLITE_READONLY');
  readOnly.close();
});
