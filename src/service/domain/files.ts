import type { Clock } from '../../clock.ts';
import type { View } from '../../contract/reconstruction.ts';
import { type FileFacts, newFileId } from '../storage/blob-store.ts';
import { CommitUnknownError, type Database } from '../storage/database.ts';
import { waitForAll } from '../storage/wait-for-all.ts';
import { isEnabled } from './accounts.ts';
import { requireRoom } from './quotas.ts';
import { type Db, type Store, tidyUp } from './store.ts';

/** A received photo that has been checked and lies in a temporary file. */
export interface StagedPhoto extends FileFacts {
  view: View;
  path: string;
  mime: string;
}

/** A file that is stored on the disk but not yet owned by a record. */
export interface KeptFile extends FileFacts {
  id: string;
  /** A view, or a part of the model (`glb`, `frames`, …). */
  name: string;
  mime: string;
}

/** A record that a generation makes: it has files and one job. */
export interface RecordKey {
  table: 'reconstructions' | 'afters';
  id: number;
}

/** The column of `files` and `jobs` that names such a record. */
export const columnOf = ({ table }: RecordKey) => (table === 'afters' ? 'after_id' : 'reconstruction_id');

/** The same column with its value, for a new row. */
export const belongingTo = ({ table, id }: RecordKey) =>
  table === 'afters' ? { after_id: id } : { reconstruction_id: id };

/** Number of ids that one commit records: each commit waits for the disk, and most requests bring three photos. */
const IDS_PER_COMMIT = 64;

/** Older ids are not handed out: the sweep takes the file of an old one for a leftover. */
const IDS_LAST_MS = 10 * 60_000;

/** Makes the store's source of ids for new files. */
export function newFileIds({ db, now }: Database, clock: Clock): Store['newFileIds'] {
  const recorded: string[] = [];
  let recordedAt = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const take = async (count: number) => {
    if (clock.monotonic() - recordedAt > IDS_LAST_MS) recorded.length = 0;
    while (recorded.length < count) {
      const ids = Array.from({ length: IDS_PER_COMMIT }, newFileId);
      recordedAt = clock.monotonic();
      const rows = ids.map((id) => ({ id, kind: 'new' as const, created_at: now() }));
      await db.insertInto('unfinished_files').values(rows).execute();
      recorded.push(...ids);
    }
    return recorded.splice(0, count);
  };
  return (count) => {
    const taken = turn.then(() => take(count));
    turn = taken.catch(() => undefined);
    return taken;
  };
}

/** Call this in the transaction that removes the rows: the files go even if the service stops in between. */
export async function recordErased(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((id) => ({ id, kind: 'erased' as const }));
  await db.insertInto('unfinished_files').values(rows).execute();
}

/**
 * Moves photos to their final place, before the record that names them is written.
 * @throws Refusal 413 if the account has no room for them
 */
export async function keepPhotos(store: Store, ownerId: number, photos: readonly StagedPhoto[]): Promise<KeptFile[]> {
  await requireRoom(store.db, ownerId, { bytes: bytesOf(photos), mayReplace: true });
  const ids = await store.newFileIds(photos.length);
  const kept = photos.map(({ view, path, ...facts }, at) => ({ path, file: { id: ids[at]!, name: view, ...facts } }));
  await waitForAll(kept.map(({ path, file }) => store.blobs.keep(file.id, path)));
  return kept.map(({ file }) => file);
}

/**
 * Runs a transaction that gives `kept` an owner. If it fails, the files are removed. After a crash, or a commit that
 * nobody knows the end of, files without an owner may stay; they are recorded as new, so the sweep removes them.
 */
export async function owning<T>(store: Store, kept: readonly KeptFile[], write: (db: Db) => Promise<T>): Promise<T> {
  try {
    const result = await store.database.transact(write);
    // The answer must wait for this: an older copy of the database would take these files for unfinished work.
    if (kept.length > 0) store.lastCommit.begin();
    return result;
  } catch (error) {
    if (!(error instanceof CommitUnknownError)) await removeFiles(store, kept.map(idOf));
    throw error;
  }
}

/** How a change ended. `dropped`: the ids of the files that it replaced; undefined if it did not use the new ones. */
export interface Settled<Outcome> {
  outcome: Outcome;
  dropped?: string[] | undefined;
}

/** Like `owning`. The files that were replaced are removed, or `kept` where it was not used. */
export async function settling<Outcome>(
  store: Store,
  kept: readonly KeptFile[],
  write: (db: Db) => Promise<Settled<Outcome>>,
): Promise<Outcome> {
  const { outcome, dropped } = await owning(store, kept, write);
  await removeFiles(store, dropped ?? kept.map(idOf));
  return outcome;
}

/** Like `settling`. True if `write` returned the ids of the files that it replaced, false if it returned undefined. */
export const replacing = (
  store: Store,
  kept: readonly KeptFile[],
  write: (db: Db) => Promise<string[] | undefined>,
): Promise<boolean> =>
  settling(store, kept, async (db) => {
    const dropped = await write(db);
    return { outcome: dropped !== undefined, dropped };
  });

/** The bytes of some files together. */
export const bytesOf = (files: readonly Pick<FileFacts, 'sizeBytes'>[]) =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

const idOf = ({ id }: { id: string }) => id;

export const removeFiles = (store: Store, ids: readonly string[]) =>
  tidyUp(store, 'removing files', () => store.blobs.remove(ids));

/** From here on the files are no unfinished work; the caller writes who owns them. */
export async function claimFiles(db: Db, ids: readonly string[]): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('unfinished_files')
    .where('kind', '=', 'new')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  // The process slept for an hour and the sweep took its files for leftovers.
  if (numDeletedRows !== BigInt(ids.length)) throw new Error('the files of a change were swept before it was made');
}

export async function insertFiles(db: Db, owner: RecordKey, files: readonly KeptFile[], now: number): Promise<void> {
  if (files.length === 0) return;
  await claimFiles(db, files.map(idOf));
  const rows = files.map(({ sizeBytes, ...file }) => ({ ...file, size_bytes: sizeBytes, created_at: now }));
  await db
    .insertInto('files')
    .values(rows.map((row) => ({ ...row, ...belongingTo(owner) })))
    .execute();
}

const KEPT_FILE_COLUMNS = [
  'files.id',
  'files.name',
  'files.sha256',
  'files.size_bytes as sizeBytes',
  'files.mime',
] as const;

export const filesOf = (db: Db, owner: RecordKey): Promise<KeptFile[]> =>
  db.selectFrom('files').select(KEPT_FILE_COLUMNS).where(columnOf(owner), '=', owner.id).orderBy('name').execute();

/** All files of patients. */
export const patientFiles = (db: Db) =>
  db
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
    );

/** Finds a file for a signed URL. The owner is part of the URL, so a transfer makes earlier URLs invalid. */
export const findImage = (
  { db }: Store,
  ownerId: number,
  fileId: string,
): Promise<(KeptFile & { patientId: number }) | undefined> =>
  patientFiles(db)
    .where('files.id', '=', fileId)
    .where('patients.owner_id', '=', ownerId)
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where(isEnabled)
    .select([...KEPT_FILE_COLUMNS, 'patients.id as patientId'])
    .executeTakeFirst();
