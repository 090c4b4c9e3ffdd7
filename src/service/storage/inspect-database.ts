import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { systemErrorCode, unlessMissing } from '../../errors.ts';
import { openSqlite, type SqliteConnection } from '../../system/sqlite.ts';
import type { LastCommit } from './last-commit.ts';

/** The first schema that has the tables for the folder and for unfinished files. */
const COUNTING_SCHEMA = 2;

/** Error codes that mean a damaged file, including a missing table. A full disk is no damage. */
const DAMAGE = /^SQLITE_(NOTADB|CORRUPT|ERROR$|IOERR_SHORT_READ)/;

export type InspectedDatabase =
  | { state: 'missing' | 'empty' }
  | { state: 'damaged'; cause: unknown }
  | { state: 'sound'; schema: number; last: LastCommit | undefined; files: ReadonlySet<string> };

/** Inspects a database file and changes nothing; SQLite may only make its lock file (`-shm`). */
export async function inspectDatabase(path: string): Promise<InspectedDatabase> {
  const size = await sizeOf(path);
  if (size === undefined) return { state: 'missing' };
  // An empty file is not opened: SQLite would delete a write-ahead log beside it.
  if (size === 0) return { state: 'empty' };
  await access(path, constants.R_OK | constants.W_OK);
  // Without a write-ahead log no process has it open; `immutable` then makes no file beside it.
  const mode = (await sizeOf(`${path}-wal`)) === undefined ? 'immutable=1' : 'mode=ro';
  let connection: SqliteConnection | undefined;
  try {
    connection = await openSqlite(new URL(`?${mode}`, pathToFileURL(path)));
    return look(connection);
  } catch (error) {
    if (!DAMAGE.test(systemErrorCode(error) ?? '')) throw error;
    return { state: 'damaged', cause: error };
  } finally {
    connection?.close();
  }
}

function look(connection: SqliteConnection): InspectedDatabase {
  const rows = (query: string) => connection.prepare(query).all();
  const [checked] = rows('pragma quick_check(1)');
  if (checked?.['quick_check'] !== 'ok') return { state: 'damaged', cause: checked?.['quick_check'] };
  const schema = Number(rows('pragma user_version')[0]?.['user_version']);
  if (schema === 0) return { state: 'empty' };
  const [folder] = schema < COUNTING_SCHEMA ? [] : rows('select id, commits from folder');
  return {
    state: 'sound',
    schema,
    last: folder && { folderId: String(folder['id']), commits: Number(folder['commits']) },
    files: new Set(rows('select id from files').map(({ id }) => String(id))),
  };
}

const sizeOf = (path: string) => stat(path).then(({ size }) => size, unlessMissing);
