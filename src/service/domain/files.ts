import type { View } from '../../contract/reconstruction.ts';
import type { Db, Store } from './store.ts';
import { tidyUp } from './tidy-up.ts';

/** A received photo that has been checked and lies in a temporary file. */
export interface StagedPhoto {
  view: View;
  path: string;
  sizeBytes: number;
  /** SHA-256, hex. */
  sha256: string;
  mime: string;
}

/** A file that is stored on the disk but not yet owned by a record. */
export interface KeptFile {
  id: string;
  /** A view, or a part of the model (`glb`, `frames`, …). */
  name: string;
  sha256: string;
  sizeBytes: number;
  mime: string;
}

export type FileOwner = { reconstructionId: number } | { afterId: number };

/** Moves photos to their final place, before the record that names them is written. */
export async function keepPhotos(store: Store, photos: readonly StagedPhoto[]): Promise<KeptFile[]> {
  const ids = await store.newFileIds(photos.length);
  const kept = photos.map(({ view, path, sha256, sizeBytes, mime }, at) => {
    return { path, file: { id: ids[at]!, name: view, sha256, sizeBytes, mime } };
  });
  for (const { path, file } of kept) await store.blobs.keep(file.id, path);
  return kept.map(({ file }) => file);
}

/**
 * Runs a transaction that gives `kept` an owner. If it fails, the files are removed. A crash in between leaves files
 * without an owner; they are recorded as new, so the sweep removes them.
 */
export async function owning<T>(store: Store, kept: readonly KeptFile[], write: (db: Db) => Promise<T>): Promise<T> {
  try {
    const result = await store.db.transaction().execute(write);
    // The answer must wait for this: an older copy of the database would take these files for unfinished work.
    if (kept.length > 0) store.lastCommit.begin();
    return result;
  } catch (error) {
    await tidyUp(store, 'removing files', () => store.blobs.remove(kept.map((file) => file.id)));
    throw error;
  }
}

/**
 * Call this in the transaction that removes the rows: recorded files are removed even if the service stops in between.
 */
export async function recordErased(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .insertInto('unfinished_files')
    .values(ids.map((id) => ({ id, kind: 'erased' })))
    .execute();
}

export async function insertFiles(db: Db, owner: FileOwner, files: readonly KeptFile[], now: number): Promise<void> {
  if (files.length === 0) return;
  const ids = files.map(({ id }) => id);
  await db.deleteFrom('unfinished_files').where('id', 'in', ids).execute();
  await db
    .insertInto('files')
    .values(
      files.map(({ id, name, sha256, sizeBytes, mime }) => ({
        id,
        reconstruction_id: 'reconstructionId' in owner ? owner.reconstructionId : null,
        after_id: 'afterId' in owner ? owner.afterId : null,
        name,
        sha256,
        size_bytes: sizeBytes,
        mime,
        created_at: now,
      })),
    )
    .execute();
}

export async function filesOf(db: Db, owner: FileOwner): Promise<KeptFile[]> {
  return db
    .selectFrom('files')
    .select(['id', 'name', 'sha256', 'size_bytes as sizeBytes', 'mime'])
    .where((where) =>
      'reconstructionId' in owner
        ? where('reconstruction_id', '=', owner.reconstructionId)
        : where('after_id', '=', owner.afterId),
    )
    .orderBy('name')
    .execute();
}

/** Finds a file for a signed URL. The owner is part of the URL, so a transfer makes earlier URLs invalid. */
export async function findImage(store: Store, ownerId: number, fileId: string): Promise<KeptFile | undefined> {
  return store.db
    .selectFrom('files')
    .leftJoin('reconstructions', 'reconstructions.id', 'files.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'files.after_id')
    .innerJoin('patients', (join) =>
      join.on((on) =>
        on.or([
          on('patients.id', '=', on.ref('reconstructions.patient_id')),
          on('patients.id', '=', on.ref('afters.patient_id')),
        ]),
      ),
    )
    .where('files.id', '=', fileId)
    .where('patients.owner_id', '=', ownerId)
    .select(['files.id', 'files.name', 'files.sha256', 'files.size_bytes as sizeBytes', 'files.mime'])
    .executeTakeFirst();
}
