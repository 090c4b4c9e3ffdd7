import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';
import { systemErrorCode } from '../../errors.ts';
import type { LastCommit } from './last-commit.ts';

/** The first schema with a table for the folder and one for files on their way. */
const COUNTING_SCHEMA = 2;

/** Of the file itself, a table that is not there included; a disk that is full is none. */
const DAMAGE = /^SQLITE_(NOTADB|CORRUPT|ERROR$|IOERR_SHORT_READ)/;

export type InspectedDatabase =
  | { state: 'missing' | 'empty' }
  | { state: 'damaged'; cause: unknown }
  | { state: 'sound'; schema: number; last: LastCommit | undefined; files: ReadonlySet<string> };

/** Looks at a database file and changes nothing on the disk; SQLite's side file of locks (`-shm`) is all it may make. */
export async function inspectDatabase(path: string): Promise<InspectedDatabase> {
  const size = await sizeOf(path);
  if (size === undefined) return { state: 'missing' };
  // One of no length is not opened: SQLite would delete a write-ahead log beside it.
  if (size === 0) return { state: 'empty' };
  await access(path, constants.R_OK | constants.W_OK);
  // Without a log nobody has it open, and nothing is made beside it.
  const mode = (await sizeOf(`${path}-wal`)) === undefined ? 'immutable=1' : 'mode=ro';
  let connection: Database.Database | undefined;
  try {
    connection = new Database(`${pathToFileURL(path).href}?${mode}`);
    return look(connection);
  } catch (error) {
    if (!DAMAGE.test(systemErrorCode(error) ?? '')) throw error;
    return { state: 'damaged', cause: error };
  } finally {
    connection?.close();
  }
}

function look(connection: Database.Database): InspectedDatabase {
  const rows = (query: string) => connection.prepare(query).all() as Record<string, unknown>[];
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

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
