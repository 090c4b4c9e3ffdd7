import type { SqliteConnection } from '../system/sqlite.ts';
import { inPortions } from './portions.ts';
import { listFiles, PARTS } from './storage/disk-blobs.ts';
import { readDatabase } from './storage/inspect-database.ts';

export interface FileCount {
  /** The files in the folder. */
  count: number;
  /** Those of them that the database has. */
  known: number;
}

/** Counts the files of a data folder. Without a database none of them is known. */
export async function countFiles(folder: string, database: string | undefined): Promise<FileCount> {
  const files: FileCount = { count: 0, known: 0 };
  const countAll = async (known: (ids: readonly string[]) => number) => {
    for (const part of PARTS) {
      const ids = await listFiles(folder, part);
      files.count += ids.length;
      for (const some of inPortions(ids)) files.known += known(some);
    }
  };
  if (database === undefined) await countAll(() => 0);
  else await readDatabase(database, (connection) => countAll((ids) => knownOf(connection, ids)));
  return files;
}

function knownOf(connection: SqliteConnection, ids: readonly string[]): number {
  const places = ids.map(() => '?').join(', ');
  return Number(
    connection.prepare(`select count(*) as known from files where id in (${places})`).all(ids)[0]!['known'],
  );
}
