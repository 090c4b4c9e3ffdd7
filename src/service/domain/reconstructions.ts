import type { Compilable, Selectable } from 'kysely';
import {
  isReconstructionType,
  PROCESSING_STATUS,
  READY_STATUS,
  type ReconstructionType,
  VIEWS,
} from '../../contract/reconstruction.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { ReconstructionRow } from '../storage/schema.ts';
import { waitForAll } from '../storage/wait-for-all.ts';
import type { Account } from './accounts.ts';
import { filesOf, type KeptFile, recordErased } from './files.ts';
import {
  certaintyFromText,
  FAILED_STATUS,
  insertWork,
  type KeptGeneration,
  measuresFromText,
  newRecordColumns,
  shownOf,
} from './generation.ts';
import type { Db, Store } from './store.ts';

export type StoredReconstruction = Selectable<ReconstructionRow>;

/** The rows of one type: the one that is read now, and the one that will replace it. */
export interface ReconstructionSlots {
  current?: StoredReconstruction;
  next?: StoredReconstruction;
}

export async function slotsOf(db: Db, patientId: number, type: ReconstructionType): Promise<ReconstructionSlots> {
  const rows = await db
    .selectFrom('reconstructions')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.slot, row]));
}

const ownReconstructions = (db: Db, ownerId: number, patientId: number) =>
  db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.id', '=', patientId)
    .where('patients.owner_id', '=', ownerId)
    .orderBy('reconstructions.id');

/** A question about the reconstructions of a patient of an account, oldest first; it is built once. */
export function askOfPatient<Row>(build: (own: ReturnType<typeof ownReconstructions>) => Compilable<Row>) {
  const asked = compiledQuery((db, { ownerId, patientId }: { ownerId: number; patientId: number }) =>
    build(ownReconstructions(db, ownerId, patientId)),
  );
  return (db: Db, owner: Account, patientId: number): Promise<Row[]> => asked(db, { ownerId: owner.id, patientId });
}

/** The type of each reconstruction of a patient of this account, oldest first. */
export const typesOf = askOfPatient((own) => own.select('reconstructions.type'));

/** The progress, 0 to 1, of each running generation of a patient of this account, without afters. */
export const progressOf = askOfPatient((own) =>
  own
    .innerJoin('jobs', 'jobs.reconstruction_id', 'reconstructions.id')
    .where('jobs.state', '=', 'running')
    .select(['reconstructions.type', 'jobs.progress']),
);

/** The generations of these patients that are not done, and when the running ones were begun. */
export const goingOf = (db: Db, owner: Account, patientIds: readonly number[]) =>
  jobsOf(db, { ownerId: owner.id, patientIds });

const jobsOf = compiledQuery((db, { ownerId, patientIds }: { ownerId: number; patientIds: readonly number[] }) =>
  db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .innerJoin('jobs', 'jobs.reconstruction_id', 'reconstructions.id')
    .where('patients.owner_id', '=', ownerId)
    .where('patients.id', 'in', patientIds)
    .where('jobs.state', 'in', ['queued', 'running'])
    .select(['patients.id as patientId', 'reconstructions.type', 'jobs.state', 'jobs.begun_at as begunAt'])
    .orderBy('jobs.id'),
);

/** The type of each reconstruction of a patient of this account whose generation was put off, or was left where that could not be noted. */
export const putOffTypes = (db: Db, owner: Account, patientId: number, now: number) =>
  putOffOf(db, { ownerId: owner.id, patientId, now });

const putOffOf = compiledQuery((db, { ownerId, patientId, now }: Record<'ownerId' | 'patientId' | 'now', number>) =>
  ownReconstructions(db, ownerId, patientId)
    .innerJoin('jobs', 'jobs.reconstruction_id', 'reconstructions.id')
    .where((job) =>
      job.or([
        job.and([job('jobs.state', '=', 'queued'), job('jobs.lease_until', '>', now)]),
        job.and([job('jobs.state', '=', 'running'), job('jobs.lease_until', '<=', now)]),
      ]),
    )
    .select('reconstructions.type'),
);

/** Why the newest photos of this type gave no model, where an earlier one is still there. */
export async function failureBesideEarlier(db: Db, owner: Account, patientId: number, type: ReconstructionType) {
  const next = await ownReconstructions(db, owner.id, patientId)
    .where('reconstructions.type', '=', type)
    .where('reconstructions.slot', '=', 'next')
    .select(['reconstructions.status', 'reconstructions.reason', 'reconstructions.is_incomplete'])
    .executeTakeFirst();
  const shown = next && shownOf(next);
  return shown?.status === FAILED_STATUS ? (shown.reason ?? undefined) : undefined;
}

const readyCertainties = askOfPatient((own) =>
  own
    .where('reconstructions.status', '=', READY_STATUS)
    .where('reconstructions.slot', '=', 'current')
    .where('reconstructions.certainty', 'is not', null)
    .select(['reconstructions.type', 'reconstructions.certainty']),
);

/** How certain each model of a patient of this account is that can be read, where it tells. */
export async function certaintiesOf(db: Db, owner: Account, patientId: number) {
  const rows = await readyCertainties(db, owner, patientId);
  return rows.flatMap(({ type, certainty }) =>
    isReconstructionType(type) ? [{ type, certainty: certaintyFromText(certainty!) }] : [],
  );
}

const sourceRows = askOfPatient((own) =>
  own
    .where('reconstructions.slot', '=', 'current')
    .select(['reconstructions.type', 'provider', 'given_measures', 'measures', 'earlier'])
    .orderBy('reconstructions.type'),
);

/** Of each model of a patient of this account its provider, and the measures that were read off it and not given. */
export async function modelSourcesOf(db: Db, owner: Account, patientId: number) {
  const rows = await sourceRows(db, owner, patientId);
  return rows.map(({ type, provider, given_measures, measures, earlier }) => {
    const given = measuresFromText(given_measures);
    const computed = Object.keys(measuresFromText(measures)).filter((name) => !(name in given));
    return { type, provider, computed, earlier: earlierFromText(earlier) };
  });
}

/** What a model was made with that another one took the place of. */
export interface EarlierModel {
  /** When it was changed last: mostly when it was ready. */
  at: number;
  provider: number;
  /** The given ones, in cm. */
  measures: Record<string, number>;
}

/** More are of no use to anybody, and a header has to hold them. */
const MOST_EARLIER = 5;

const earlierFromText = (text: string | null): EarlierModel[] => (text === null ? [] : JSON.parse(text));

/** What is kept of a model by the one that takes its place: its photos go, what it was made with stays to be told. */
export const keptOfEarlier = (
  row: Pick<StoredReconstruction, 'provider' | 'given_measures' | 'updated_at' | 'earlier'>,
): string => {
  const last = { at: row.updated_at, provider: row.provider, measures: measuresFromText(row.given_measures) };
  return JSON.stringify([last, ...earlierFromText(row.earlier)].slice(0, MOST_EARLIER) satisfies EarlierModel[]);
};

/** The rule of docs/interface.md §4.4: a reconstruction that is accepted or in progress must not be replaced. */
export const mayBeReplaced = (slots: ReconstructionSlots): boolean => whyKept(slots) === undefined;

/** Why it must not be replaced; undefined where it may be. */
export function whyKept(slots: ReconstructionSlots): WhyKept | undefined {
  if (slots.current?.accepted === 1) return 'accepted';
  return isUnderWay(slots) ? 'in_progress' : undefined;
}

export type WhyKept = 'accepted' | 'in_progress';

export const isUnderWay = ({ current, next }: ReconstructionSlots): boolean =>
  [current, next].some((row) => row !== undefined && shownOf(row).status === PROCESSING_STATUS);

/**
 * Writes a reconstruction and its job. A ready one of the same type stays readable until the new one is ready; a failed
 * one is removed at once. Returns the files that have no owner any more.
 */
export async function insertReconstruction(
  db: Db,
  patientId: number,
  { files, ...request }: KeptGeneration,
  now: number,
): Promise<{ id: number; dropped: string[] }> {
  const { current, next } = await slotsOf(db, patientId, request.type);
  const stays = current?.status === READY_STATUS;
  const dropped: string[] = [];
  for (const row of stays ? [next] : [current, next]) {
    if (row !== undefined) dropped.push(...(await deleteReconstruction(db, row.id)));
  }
  const { id } = await db
    .insertInto('reconstructions')
    .values({ patient_id: patientId, slot: stays ? 'next' : 'current', ...newRecordColumns(request, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertWork(db, { table: 'reconstructions', id }, { patientId, files, now });
  return { id, dropped };
}

/** Removes the rows; the caller removes the files of the returned ids after the commit. */
export async function deleteReconstruction(db: Db, id: number): Promise<string[]> {
  const files = await filesOf(db, { table: 'reconstructions', id });
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
  const stored = await filesOf(store.db, { table: 'reconstructions', id: fromId });
  const wanted = stored.filter(({ name }) => VIEWS.some((view) => view === name) && !except.includes(name));
  const ids = await store.newFileIds(wanted.length);
  try {
    await waitForAll(wanted.map((file, at) => store.blobs.copy(ids[at]!, file.id)));
    return wanted.map((file, at) => ({ ...file, id: ids[at]! }));
  } catch (error) {
    // The patient may have been deleted meanwhile; no copies may stay behind.
    await store.blobs.remove(ids);
    throw error;
  }
}

/** The row that the next generation is based on, failed or not. */
export const newestOf = ({ current, next }: ReconstructionSlots) => next ?? current;
