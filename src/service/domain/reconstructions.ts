import type { Selectable } from 'kysely';
import type { MeasureName, ReconstructionType } from '../../contract/reconstruction.ts';
import { PROCESSING_STATUS, READY_STATUS, VIEWS } from '../../contract/reconstruction.ts';
import type { ReconstructionRow } from '../storage/schema.ts';
import { filesOf, insertFiles, type KeptFile, recordErased, type StagedPhoto } from './files.ts';
import { insertJob } from './jobs.ts';
import { measuresToText } from './measures.ts';
import { shownOf } from './shown-status.ts';
import type { Db, Store } from './store.ts';

export type ProviderNumber = 4 | 5 | 6 | 7;

/** A generation to be started; complete by the rules, photos checked. */
export interface NewReconstruction {
  type: ReconstructionType;
  provider: ProviderNumber;
  photos: readonly StagedPhoto[];
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

/** The same once its photos have their final place. */
export type KeptReconstruction = Omit<NewReconstruction, 'photos'> & { files: readonly KeptFile[] };

type StoredRow = Selectable<ReconstructionRow>;

/** The rows of one type: what is read, and what is to take its place. */
export interface Slots {
  current?: StoredRow;
  next?: StoredRow;
}

export async function slotsOf(db: Db, patientId: number, type: ReconstructionType): Promise<Slots> {
  const rows = await db
    .selectFrom('reconstructions')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .execute();
  const slots: Slots = {};
  for (const row of rows) slots[row.slot === 'current' ? 'current' : 'next'] = row;
  return slots;
}

/** Those of the given reconstructions that are the patient's, with their types. */
export const typesOf = (db: Db, patientId: number, ids: readonly number[]) =>
  db
    .selectFrom('reconstructions')
    .select(['id', 'type'])
    .where('patient_id', '=', patientId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();

/** The rule of docs/interface.md §4.4: neither accepted nor in progress. */
export function mayBeReplaced({ current, next }: Slots): boolean {
  const isUnderWay = [current, next].some((row) => row !== undefined && shownOf(row).status === PROCESSING_STATUS);
  return current?.accepted !== 1 && !isUnderWay;
}

/**
 * Writes a reconstruction and its job. A ready one of the same type stays readable until the new
 * one is ready; a failed one goes at once. Returns the files that nobody owns any more.
 */
export async function insertReconstruction(
  db: Db,
  patientId: number,
  { type, provider, measures, files }: KeptReconstruction,
  now: number,
): Promise<{ id: number; dropped: string[] }> {
  const { current, next } = await slotsOf(db, patientId, type);
  const stays = current?.status === READY_STATUS;
  const dropped: string[] = [];
  for (const row of stays ? [next] : [current, next]) {
    if (row !== undefined) dropped.push(...(await deleteReconstruction(db, row.id)));
  }
  const { id } = await db
    .insertInto('reconstructions')
    .values({
      patient_id: patientId,
      type,
      slot: stays ? 'next' : 'current',
      provider,
      accepted: 0,
      status: PROCESSING_STATUS,
      reason: null,
      given_measures: measuresToText(measures),
      measures: measuresToText(measures),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertFiles(db, { reconstructionId: id }, files, now);
  await insertJob(db, { reconstructionId: id }, now);
  return { id, dropped };
}

/** Removes the rows; the ids of the files are for the caller to remove after the commit. */
export async function deleteReconstruction(db: Db, id: number): Promise<string[]> {
  const files = await filesOf(db, { reconstructionId: id });
  const ids = files.map((file) => file.id);
  await recordErased(db, ids);
  await db.deleteFrom('reconstructions').where('id', '=', id).execute();
  return ids;
}

/** Copies of the stored photos, without those views that a request brings itself; all of them or none. */
export async function copyPhotos(
  store: Store,
  fromId: number,
  { except }: { except: readonly string[] },
): Promise<KeptFile[]> {
  const stored = await filesOf(store.db, { reconstructionId: fromId });
  const wanted = stored.filter(({ name }) => VIEWS.some((view) => view === name) && !except.includes(name));
  const ids = await store.newFileIds(wanted.length);
  try {
    for (const [at, file] of wanted.entries()) await store.blobs.copy(ids[at]!, file.id);
    return wanted.map((file, at) => ({ ...file, id: ids[at]! }));
  } catch (error) {
    // A deletion may have come in between, and must not leave photos behind.
    await store.blobs.remove(ids);
    throw error;
  }
}

/** What the next generation is based on, failed or not. */
export const newestOf = ({ current, next }: Slots) => next ?? current;

/** Notes on the patient that a generation was started which nobody waits for. */
export async function markGenerated(db: Db, ownerId: number, patientId: number, now: number): Promise<void> {
  await db
    .updateTable('patients')
    .set({ last_async: 1, updated_at: now })
    .where('id', '=', patientId)
    .where('owner_id', '=', ownerId)
    .execute();
}
