import type { TableFacts } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { readRows } from './rows.ts';

export interface NamedFile {
  id: string;
  sha256: string;
  sizeBytes: number;
}

/** The files that a snapshot names: those of records, and photos that patients have not sent yet. */
export async function* readFiles(
  backup: Backup,
  snapshot: string,
  tables: readonly TableFacts[],
): AsyncGenerator<NamedFile> {
  for (const table of tables) {
    if (!TABLES_OF_FILES.includes(table.name)) continue;
    for await (const row of readRows(backup, snapshot, table)) {
      yield { id: String(row['id']), sha256: String(row['sha256']), sizeBytes: Number(row['size_bytes']) };
    }
  }
}

const TABLES_OF_FILES = ['files', 'invited_photos'];

export const fileName = (id: string) => `files/${id.slice(0, 2)}/${id}`;
