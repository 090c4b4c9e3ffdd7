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

/** A generation to start: complete by the rules, its photos checked. */
export interface NewReconstruction {
  type: ReconstructionType;
  provider: ProviderNumber;
  photos: readonly StagedPhoto[];
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

/** A generation whose photos are in their final place. */
export type KeptReconstruction = Omit<NewReconstruction, 'photos'> & { files: readonly KeptFile[] };

type StoredRow = Selectable<ReconstructionRow>;

/** The rows of one type: the one that is read now, and the one that will replace it. */
export interface ReconstructionRows {
  current?: StoredRow;
  next?: StoredRow;
}

export async function slotsOf(db: Db, patientId: number, type: ReconstructionType): Promise<ReconstructionRows> {
  const rows = await db
    .selectFrom('reconstructions')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .execute();
  const slots: ReconstructionRows = {};
  for (const row of rows) slots[row.slot === 'current' ? 'current' : 'next'] = row;
  return slots;
}

/** The types of those of the given reconstructions that belong to the patient. */
export const typesOf = (db: Db, patientId: number, ids: readonly number[]) =>
  db
    .selectFrom('reconstructions')
    .select(['id', 'type'])
    .where('patient_id', '=', patientId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();

/** The rule of docs/interface.md §4.4: a reconstruction that is accepted or in progress must not be replaced. */
export function mayBeReplaced({ current, next }: ReconstructionRows): boolean {
  const isUnderWay = [current, next].some((row) => row !== undefined && shownOf(row).status === PROCESSING_STATUS);
  return current?.accepted !== 1 && !isUnderWay;
}

/**
 * Writes a reconstruction and its job. A ready one of the same type stays readable until the new one is ready; a failed
 * one is removed at once. Returns the files that have no owner any more.
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

/** Removes the rows; the caller removes the files of the returned ids after the commit. */
export async function deleteReconstruction(db: Db, id: number): Promise<string[]> {
  const files = await filesOf(db, { reconstructionId: id });
  const ids = files.map((file) => file.id);
  await recordErased(db, ids);
  await db.deleteFrom('reconstructions').where('id', '=', id).execute();
  return ids;
}

/** Copies the stored photos, except the views that the request brings itself; all of them or none. */
export async function copyStoredPhotos(
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
    // The patient may have been deleted meanwhile; no copies may stay behind.
    await store.blobs.remove(ids);
    throw error;
  }
}

/** The row that the next generation is based on, failed or not. */
export const newestOf = ({ current, next }: ReconstructionRows) => next ?? current;

/** Records on the patient that a generation was started and no caller waits for it. */
export async function markGenerated(db: Db, ownerId: number, patientId: number, now: number): Promise<void> {
  await db
    .updateTable('patients')
    .set({ last_async: 1, updated_at: now })
    .where('id', '=', patientId)
    .where('owner_id', '=', ownerId)
    .execute();
}
