import { setImmediate as nextTurn } from 'node:timers/promises';
import { dropInvitedPhotos } from './domain/invited-photos.ts';
import { markIncomplete } from './domain/missing-files.ts';
import type { OpenedStore } from './open-store.ts';
import { inPortions, PORTION } from './portions.ts';
import { PARTS } from './storage/disk-blobs.ts';

export interface WalkOptions {
  /** Files that no record explains are moved if they were last written before this time (ms since the epoch). */
  before: number;
  signal: AbortSignal;
}

/**
 * Compares the files with their records, one subfolder after another, while requests are answered. Files that no record
 * explains are moved to the quarantine; records whose files are missing are marked, photos that only waited are dropped.
 */
export async function walkFiles(
  store: OpenedStore,
  { before, signal }: WalkOptions,
): Promise<{ moved: number; marked: number }> {
  const { onDisk, blobs } = store;
  const quarantine = onDisk.quarantine();
  const found = { moved: 0, marked: 0 };
  for (const part of PARTS) {
    const unknown = new Set(await onDisk.list(part));
    for await (const ids of recordedIds(store, part)) {
      signal.throwIfAborted();
      // A file that was added since the list was made is none that is missing.
      const missing = await blobs.findMissing(ids.filter((id) => !unknown.delete(id)));
      found.marked += await markIncomplete(store.database, missing);
    }
    const waiting = await waitingIds(store, part);
    await dropLost(store, await blobs.findMissing(waiting.filter((id) => !unknown.delete(id))));
    for (const ids of inPortions([...unknown])) {
      signal.throwIfAborted();
      const strays = await onDisk.olderThan(await unexplained(store, ids), before);
      await quarantine(strays);
      found.moved += strays.length;
    }
  }
  return found;
}

/** The ids of the files that records own and that begin with this part. */
async function* recordedIds({ db }: OpenedStore, part: string): AsyncGenerator<string[]> {
  for (let last = part; ; ) {
    const rows = await db
      .selectFrom('files')
      .select('id')
      .where('id', '>', last)
      // `g` comes after all hex digits.
      .where('id', '<', `${part}g`)
      .orderBy('id')
      .limit(PORTION)
      .execute();
    if (rows.length > 0) yield rows.map(({ id }) => id);
    await nextTurn();
    if (rows.length < PORTION) return;
    last = rows.at(-1)!.id;
  }
}

/** The ids of photos that wait until a patient sends them and that begin with this part. */
async function waitingIds({ db }: OpenedStore, part: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invited_photos')
    .select('id')
    .where('id', '>', part)
    .where('id', '<', `${part}g`)
    .execute();
  return rows.map(({ id }) => id);
}

/** A photo that waited and is lost is asked for again by the patient's page; not where all files may only be away. */
async function dropLost({ database, isMarked, onLog }: OpenedStore, missing: readonly string[]): Promise<void> {
  if (missing.length === 0 || !isMarked) return;
  const dropped = await database.transact((db) =>
    dropInvitedPhotos(
      db,
      missing.map((id) => ({ id })),
    ),
  );
  const those = dropped.length === 1 ? 'a photo that waited is' : `${dropped.length} photos that waited are`;
  if (dropped.length > 0) onLog(`${those} lost; the link of the patient asks again`, 'fault');
}

/** Those of the ids that are neither owned by a record nor on record as unfinished. */
async function unexplained({ db }: OpenedStore, ids: readonly string[]): Promise<string[]> {
  // One statement reads all of them: between two, a file could move from one table to the other.
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('unfinished_files').select('id').where('id', 'in', ids))
    .unionAll(db.selectFrom('invited_photos').select('id').where('id', 'in', ids))
    .execute();
  const explained = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !explained.has(id));
}
