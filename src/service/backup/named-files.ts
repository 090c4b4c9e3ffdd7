import type { TableFacts } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { readRows } from './rows.ts';

export interface NamedFile {
  id: string;
  sha256: string;
  sizeBytes: number;
}

/** The files that a snapshot names. */
export async function* readFiles(
  backup: Backup,
  snapshot: string,
  tables: readonly TableFacts[],
): AsyncGenerator<NamedFile> {
  const table = tables.find(({ name }) => name === 'files');
  if (table === undefined) return;
  for await (const row of readRows(backup, snapshot, table)) {
    yield { id: String(row['id']), sha256: String(row['sha256']), sizeBytes: Number(row['size_bytes']) };
  }
}

export const fileName = (id: string) => `files/${id.slice(0, 2)}/${id}`;
