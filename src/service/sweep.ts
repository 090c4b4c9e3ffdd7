import { dropOldKeys } from './domain/idempotency.ts';
import type { Store } from './domain/store.ts';
import type { OpenedStore } from './open-store.ts';

const HOUR_MS = 3_600_000;
/** Ids in one statement. */
const AT_ONCE = 500;

/**
 * Tidies up before requests are taken, and returns lines for the operator. Only files recorded as unfinished are
 * deleted; files that no record explains go to the quarantine.
 */
export async function sweepAtStart(store: OpenedStore): Promise<string[]> {
  await store.incoming.dropOlderThan(Infinity);
  await eraseRecorded(store, store);
  const onDisk = await store.onDisk.listOlderThan(Infinity);
  await settleFiles(store, onDisk, store);
  // No request is running, so ids that were handed out before are not needed any more.
  await store.db.deleteFrom('unfinished_files').where('kind', '=', 'new').execute();
  const incomplete = await markIncomplete(store, new Set(onDisk));
  await store.mark();
  return [...(await quarantineNotice(store)), ...incompleteNotice(incomplete)];
}

/** Tidies up while the service runs: only things too old to belong to a running request. */
export async function sweepHourly(store: OpenedStore, now: number): Promise<string[]> {
  await store.incoming.dropOlderThan(now - HOUR_MS);
  await eraseRecorded(store, { isMarked: true });
  const { moved } = await settleFiles(store, await store.onDisk.listOlderThan(now - HOUR_MS), { isMarked: true });
  await dropOldKeys(store);
  return moved === 0 ? [] : quarantineNotice(store);
}

/** A crash may have come after the rows were removed and before the files were. */
async function eraseRecorded({ db, blobs }: Store, { isMarked }: { isMarked: boolean }): Promise<void> {
  const rows = await db.selectFrom('unfinished_files').select('id').where('kind', '=', 'erased').execute();
  const ids = rows.map(({ id }) => id);
  await blobs.remove(ids);
  // While files/ is absent these files cannot be removed; they go when it is back.
  if (!isMarked) return;
  for (const some of inParts(ids)) await db.deleteFrom('unfinished_files').where('id', 'in', some).execute();
}

/**
 * Removes files that were being added when a crash came, but only if the database is known to belong to them: in an
 * earlier copy of the database finished files look unfinished. Files that no record explains are moved.
 */
async function settleFiles(
  { db, blobs, onDisk }: OpenedStore,
  ids: readonly string[],
  { isMarked }: { isMarked: boolean },
): Promise<{ moved: number }> {
  // One statement reads both tables: between two, a file could move from one to the other.
  const rows = await db
    .selectFrom('files')
    .select((all) => ['id', all.val('owned').as('kind')])
    .unionAll(db.selectFrom('unfinished_files').select((all) => ['id', all.cast<string>('kind', 'text').as('kind')]))
    .execute();
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  const isLeftOver = (id: string) => isMarked && kinds.get(id) === 'new';
  const isStray = (id: string) => !kinds.has(id) || (!isMarked && kinds.get(id) === 'new');
  const strays = ids.filter(isStray);
  await blobs.remove(ids.filter(isLeftOver));
  await onDisk.quarantine(strays);
  return { moved: strays.length };
}

/**
 * Marks records that lack a file, removes the mark from those whose files are back, and returns the number that lack
 * one.
 */
async function markIncomplete({ db, database }: Store, onDisk: ReadonlySet<string>): Promise<number> {
  const rows = await db.selectFrom('files').select(['id', 'reconstruction_id', 'after_id']).execute();
  const missing = rows.filter(({ id }) => !onDisk.has(id));
  const owners = {
    reconstructions: new Set(missing.flatMap((row) => row.reconstruction_id ?? [])),
    afters: new Set(missing.flatMap((row) => row.after_id ?? [])),
  };
  await database.transact(async (transaction) => {
    for (const [table, ids] of [
      ['reconstructions', owners.reconstructions],
      ['afters', owners.afters],
    ] as const) {
      const marked = await transaction.selectFrom(table).select('id').where('is_incomplete', '=', 1).execute();
      const before = new Set(marked.map(({ id }) => id));
      const set = (is_incomplete: number, id: number) =>
        transaction.updateTable(table).set({ is_incomplete }).where('id', '=', id).execute();
      for (const id of before) if (!ids.has(id)) await set(0, id);
      for (const id of ids) if (!before.has(id)) await set(1, id);
    }
  });
  return owners.reconstructions.size + owners.afters.size;
}

async function quarantineNotice({ onDisk }: OpenedStore): Promise<string[]> {
  const { folder, count } = await onDisk.quarantined();
  if (count === 0) return [];
  const those = count === 1 ? '1 file that no record explains lies' : `${count} files that no record explains lie`;
  return [
    `${those} in ${folder}. Photos of patients may be among them, also of deleted ones: look at them, then delete the folder`,
  ];
}

const incompleteNotice = (count: number) =>
  count === 0
    ? []
    : [
        `${count} ${count === 1 ? 'record lacks' : 'records lack'} files on the disk and ${count === 1 ? 'is' : 'are'} shown as failed; put the files back and start again`,
      ];

function* inParts(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += AT_ONCE) yield ids.slice(start, start + AT_ONCE);
}
