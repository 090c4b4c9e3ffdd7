import { VIEWS } from '../../contract/reconstruction.ts';
import type { SqliteRow } from '../../system/sqlite.ts';
import type { TableFacts } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { readRows } from './rows.ts';

export interface NamedFile {
  id: string;
  sha256: string;
  sizeBytes: number;
  /** Else it is a part of a model. */
  isPhoto: boolean;
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
      const isPhoto = isPhotoRow(table.name, row);
      yield { id: String(row['id']), sha256: String(row['sha256']), sizeBytes: Number(row['size_bytes']), isPhoto };
    }
  }
}

const INVITED = 'invited_photos';
/** Each row of them names a file, with its `id` and `size_bytes`. */
export const TABLES_OF_FILES: readonly string[] = ['files', INVITED];

/** A photo is named by its view. */
export const isPhotoRow = (table: string, { name }: SqliteRow): boolean =>
  table === INVITED || (table === 'files' && (VIEWS as readonly unknown[]).includes(name));

export const fileName = (id: string) => `files/${id.slice(0, 2)}/${id}`;
