import type { Selectable } from 'kysely';
import { READY_STATUS, type ReconstructionType } from '../../contract/reconstruction.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { AfterRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import { bytesOf, keepPhotos, owning } from './files.ts';
import { certaintyFromText, insertWork, type NewGeneration, newRecordColumns, shownOf } from './generation.ts';
import { type Beside, insertKey } from './idempotency.ts';
import { findPatient, lockPatient } from './patients.ts';
import { requireRoom } from './quotas.ts';
import { patientNotFound } from './refusal.ts';
import type { Db, Store } from './store.ts';

export type StoredAfter = Selectable<AfterRow>;

/** Writes an after-record with its photos and its generation job in one commit. */
export async function createAfter(
  store: Store,
  owner: Account,
  patientId: number,
  request: NewGeneration,
  { key, note }: Beside = {},
): Promise<number> {
  await findPatient(store.db, owner, patientId);
  const files = await keepPhotos(store, owner.id, request.photos);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    const { weight } = await lockPatient(db, owner, patientId);
    await requireRoom(db, owner.id, { bytes: bytesOf(files) });
    const { id } = await db
      .insertInto('afters')
      .values({
        patient_id: patientId,
        weight: weight === null ? null : String(weight),
        ...newRecordColumns(request, now),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertKey(db, owner, key, { patientId, afterId: id, now });
    await note?.(db, { patient: patientId });
    await insertWork(db, { table: 'afters', id }, { patientId, files, now });
    return id;
  });
}

const ownAfters = (db: Db, ownerId: number) =>
  db
    .selectFrom('afters')
    .innerJoin('patients', 'patients.id', 'afters.patient_id')
    .where('patients.owner_id', '=', ownerId);

export async function findAfter(db: Db, owner: Account, id: number): Promise<StoredAfter> {
  const row = await ownAfters(db, owner.id).where('afters.id', '=', id).selectAll('afters').executeTakeFirst();
  if (row === undefined) throw patientNotFound();
  return row;
}

const aftersToNumber = compiledQuery((db, { ownerId, patientId }: { ownerId: number; patientId: number }) =>
  ownAfters(db, ownerId)
    .where('patients.id', '=', patientId)
    .orderBy('afters.id')
    .select(['afters.id', 'afters.type', 'afters.status', 'afters.reason', 'afters.is_incomplete', 'afters.certainty']),
);

/**
 * Every after-record of a patient of this account, numbered within its type as they were made. `certainty`: of a model
 * that can be read, where it tells.
 */
export async function numberedAfters(db: Db, owner: Account, patientId: number) {
  const rows = await aftersToNumber(db, { ownerId: owner.id, patientId });
  return rows.map((row, at) => {
    const { status } = shownOf(row);
    return {
      id: row.id,
      type: row.type,
      number: rows.slice(0, at + 1).filter(({ type }) => type === row.type).length,
      status,
      certainty: status !== READY_STATUS || row.certainty === null ? undefined : certaintyFromText(row.certainty),
    };
  });
}

/** Of a patient whose owner has been looked at, the first one made first. */
export const aftersOf = (db: Db, patientId: number, type: ReconstructionType): Promise<StoredAfter[]> =>
  db
    .selectFrom('afters')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('type', '=', type)
    .orderBy('id')
    .execute();
