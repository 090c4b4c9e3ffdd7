import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { systemErrorCode, unlessMissing } from '../../errors.ts';
import { openSqlite, type SqliteConnection } from '../../system/sqlite.ts';
import type { LastCommit } from './last-commit.ts';
import { NEWEST_SCHEMA } from './migrate.ts';
import { requireKnownSchema } from './schema-version.ts';

/** The first schema that has the tables for the folder and for unfinished files. */
export const COUNTING_SCHEMA = 2;

/** A larger database is not read to its end before the service listens: 100 MB take about half a second. */
const MOST_READ_FIRST_BYTES = 64 * 2 ** 20;

/** Error codes that mean a damaged file, including a missing table. A full disk is no damage. */
const DAMAGE = /^SQLITE_(NOTADB|CORRUPT|ERROR$|IOERR_SHORT_READ)/;

export const isDamage = (error: unknown) => DAMAGE.test(systemErrorCode(error) ?? '');

export type InspectedDatabase =
  | { state: 'missing' | 'empty' }
  | { state: 'damaged'; cause: unknown }
  | {
      state: 'sound';
      schema: number;
      last: LastCommit | undefined;
      /** False if it is large: then only the pages were read that tell the rest of this. */
      isRead: boolean;
    };

/**
 * Inspects a database file and changes nothing; SQLite may only make its lock file (`-shm`). With `isWhole`, and before
 * its schema is changed, also a large one is read to its end.
 *
 * @throws ReconError `storage` if it was written by a newer recon
 */
export async function inspectDatabase(path: string, { isWhole }: { isWhole: boolean }): Promise<InspectedDatabase> {
  const size = await sizeOf(path);
  if (size === undefined) return { state: 'missing' };
  // An empty file is not opened: SQLite would delete a write-ahead log beside it.
  if (size === 0) return { state: 'empty' };
  await access(path, constants.R_OK | constants.W_OK);
  try {
    return await readDatabase(path, (connection) => look(connection, isWhole || size <= MOST_READ_FIRST_BYTES));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return { state: 'damaged', cause: error };
  }
}

/** Opens a database file to read only. */
export async function readDatabase<T>(path: string, read: (connection: SqliteConnection) => Promise<T> | T) {
  // Without a write-ahead log no process has it open; `immutable` then makes no file beside it.
  const mode = (await sizeOf(`${path}-wal`)) === undefined ? 'immutable=1' : 'mode=ro';
  const connection = await openSqlite(new URL(`?${mode}`, pathToFileURL(path)));
  try {
    return await read(connection);
  } finally {
    connection.close();
  }
}

function look(connection: SqliteConnection, isWhole: boolean): InspectedDatabase {
  const rows = (query: string) => connection.prepare(query).all();
  const schema = Number(rows('pragma user_version')[0]?.['user_version']);
  requireKnownSchema(schema, NEWEST_SCHEMA);
  const isRead = isWhole || schema !== NEWEST_SCHEMA;
  const [checked] = isRead ? rows('pragma quick_check(1)') : [{ quick_check: 'ok' }];
  if (checked?.['quick_check'] !== 'ok') return { state: 'damaged', cause: checked?.['quick_check'] };
  if (schema === 0) return { state: 'empty' };
  const [folder] = schema < COUNTING_SCHEMA ? [] : rows('select id, commits from folder');
  const last = folder && { folderId: String(folder['id']), commits: Number(folder['commits']) };
  return { state: 'sound', schema, last, isRead };
}

const sizeOf = (path: string) => stat(path).then(({ size }) => size, unlessMissing);
