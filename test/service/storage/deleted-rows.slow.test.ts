import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import type { Tables } from '../../../src/service/storage/schema.ts';
import { openSqliteDatabase } from '../../../src/service/storage/sqlite-database.ts';
import { sqliteDialect } from '../../../src/service/storage/sqlite-dialect.ts';
import { sha256Of } from '../../../src/system/sha256.ts';
import { openSqlite, sqliteOfNode } from '../../../src/system/sqlite.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const AT_ONCE = 25;

async function open() {
  const path = join(tempFolder(), 'recon.db');
  const database = await openSqliteDatabase(path, { clock: systemClock });
  onTestFinished(() => database.close());
  return { path, database };
}

/** Rows that come, change and go, always the same ones. Their texts are found as such. */
function rowsOf(db: Kysely<Tables>) {
  const there: string[] = [];
  const gone: string[] = [];
  let made = 0;
  let state = 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const some = () => Array.from({ length: AT_ONCE }, () => there.splice(below(there.length), 1)[0]!);
  const add = () => {
    const keys = Array.from({ length: AT_ONCE }, () => sha256Of(String(made++)));
    there.push(...keys);
    const rows = keys.map((key) => ({ key, value: `value of ${key} ${'-'.repeat(below(600))}` }));
    return db.insertInto('settings').values(rows).execute();
  };
  return {
    gone,
    there,
    add,
    async changeAndRemove(): Promise<void> {
      const [changed, removed] = [some(), some()];
      there.push(...changed);
      await db.transaction().execute(async (within) => {
        await within
          .updateTable('settings')
          .set({ value: `changed ${'-'.repeat(below(600))}` })
          .where('key', 'in', changed)
          .execute();
        await within.deleteFrom('settings').where('key', 'in', removed).execute();
      });
      gone.push(...removed);
    },
  };
}

/** Those of the keys that stand anywhere in the file or its log. */
async function found(path: string, keys: readonly string[]): Promise<string[]> {
  const files = [path, `${path}-wal`].filter((one) => existsSync(one));
  const texts = await Promise.all(files.map((one) => readFile(one, 'latin1')));
  const there = new Set(texts.flatMap((text) => Array.from(text.matchAll(/(?=([0-9a-f]{64}))/g), ([, key]) => key)));
  return keys.filter((key) => there.has(key));
}

test('of thousands of deleted rows nothing is left, neither at once nor when their pages are written again', async () => {
  const { path, database } = await open();
  const rows = rowsOf(database.db);
  for (let n = 0; n < 40; n++) await rows.add();
  for (let turn = 0; turn < 60; turn++) {
    await rows.add();
    await rows.changeAndRemove();
    expect(await database.eraseTraces()).toBe(true);
    expect(await found(path, rows.gone)).toEqual([]);
    if (turn % 5 > 0) continue;
    await database.db.updateTable('settings').set({ value: sql`replace(value, '-', '+')` }).execute();
    expect(await found(path, rows.gone)).toEqual([]);
  }
  const kept = await database.db.selectFrom('settings').select('key').execute();
  expect(kept.map(({ key }) => key).toSorted()).toEqual(rows.there.toSorted());
  const other = await openSqlite(path);
  expect(other.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  other.close();
});

test('what an earlier version left goes with the first erasing', async () => {
  const { path, database } = await open();
  await database.close();
  const rows = await changedAsBefore(path);
  expect(await found(path, rows.gone)).not.toEqual([]);
  const opened = await openSqliteDatabase(path, { clock: systemClock });
  onTestFinished(() => opened.close());
  expect(await opened.eraseTraces()).toBe(true);
  expect(await found(path, rows.gone)).toEqual([]);
  const kept = await opened.db.selectFrom('settings').select('key').execute();
  expect(kept.map(({ key }) => key).toSorted()).toEqual(rows.there.toSorted());
});

/** Rows come and go until something of them is left, with SQLite's own overwriting alone, as in 0.5.0. */
async function changedAsBefore(path: string) {
  const [reader, writer] = [await openSqlite(path), await openSqlite(path)];
  writer.exec('pragma synchronous = off; pragma secure_delete = on');
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ reader, writer, onCommit() {} }) });
  const rows = rowsOf(db);
  for (let n = 0; n < 40; n++) await rows.add();
  for (let turn = 0; turn < 60; turn++) {
    await rows.add();
    await rows.changeAndRemove();
  }
  writer.exec('pragma wal_checkpoint(truncate)');
  await db.destroy();
  return rows;
}

test.each(['no lock of SQLite away', 'none away from those who open it again in this process'])(
  'erasing takes %s: another process that closes the database last does not think so',
  async (what) => {
    const path = join(tempFolder(), 'recon.db');
    const first = await openSqliteDatabase(path, { clock: systemClock });
    for (const rows = rowsOf(first.db); rows.gone.length === 0; await rows.changeAndRemove()) {
      for (let n = 0; n < 10; n++) await rows.add();
    }
    expect(await first.eraseTraces()).toBe(true);
    const isAgain = !what.startsWith('no lock');
    if (isAgain) await first.close();
    const database = isAgain ? await openSqliteDatabase(path, { clock: systemClock }) : first;
    onTestFinished(() => database.close());
    await database.db.insertInto('settings').values({ key: 'new', value: 'x' }).execute();
    const { length } = await database.db.selectFrom('settings').select('key').execute();
    const engine = sqliteOfNode() === undefined ? createRequire(import.meta.url).resolve('libsql') : 'node:sqlite';
    const program = `const engine = require(${JSON.stringify(engine)}); const Engine = engine.DatabaseSync ?? engine;
    const one = new Engine(${JSON.stringify(path)}); one.prepare('select count(*) from settings').all(); one.close();`;
    execFileSync(process.execPath, ['-e', program], { stdio: 'pipe' });
    // The last one to close a database removes its log.
    expect(existsSync(`${path}-wal`)).toBe(true);
    expect(await database.db.selectFrom('settings').select('key').execute()).toHaveLength(length);
  },
);

test('a database that moves its pages is not written to', async () => {
  const path = join(tempFolder(), 'recon.db');
  const made = await openSqlite(path);
  made.exec('pragma auto_vacuum = incremental; create table first (one); drop table first');
  made.close();
  const database = await openSqliteDatabase(path, { clock: systemClock });
  onTestFinished(() => database.close());
  const rows = rowsOf(database.db);
  for (let n = 0; n < 100; n++) await rows.add();
  for (let n = 0; n < 30; n++) await rows.changeAndRemove();
  expect(await database.eraseTraces()).toBe(false);
  const other = await openSqlite(path);
  expect(other.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  other.close();
});

test('the log stays short by itself; while a reader hinders that it grows, and goes afterwards', async () => {
  const { path, database } = await open();
  const rows = rowsOf(database.db);
  const logMib = async () => (await stat(`${path}-wal`)).size / 2 ** 20;
  const write = async () => {
    for (let n = 0; n < 60; n++) await rows.add();
  };
  await write();
  await write();
  expect(await logMib()).toBeLessThan(5);
  const other = await openSqlite(path);
  other.exec('begin');
  other.prepare('select count(*) from settings').all();
  await write();
  await write();
  expect(await logMib()).toBeGreaterThan(5);
  other.exec('commit');
  other.close();
  await write();
  expect(await logMib()).toBeLessThan(5);
});
