import type { Selectable } from 'kysely';
import { PROCESSING_STATUS } from '../../contract/reconstruction.ts';
import type { AfterRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import { insertFiles, keepPhotos, owning } from './files.ts';
import { type IdempotencyKey, insertKey } from './idempotency.ts';
import { insertJob } from './jobs.ts';
import { measuresToText } from './measures.ts';
import { findPatient } from './patients.ts';
import type { NewReconstruction } from './reconstructions.ts';
import { patientNotFound } from './refusal.ts';
import type { Db, Store } from './store.ts';

export type StoredAfter = Selectable<AfterRow>;

/** Writes an after-record with its photos and its generation job in one commit. */
export async function createAfter(
  store: Store,
  owner: Account,
  patientId: number,
  request: NewReconstruction,
  key?: IdempotencyKey,
): Promise<number> {
  await findPatient(store.db, owner, patientId);
  const files = await keepPhotos(store, request.photos);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    const patient = await findPatient(db, owner, patientId);
    const { id } = await db
      .insertInto('afters')
      .values({
        patient_id: patientId,
        type: request.type,
        provider: request.provider,
        accepted: 0,
        status: PROCESSING_STATUS,
        reason: null,
        weight: patient.weight === null ? null : String(patient.weight),
        given_measures: measuresToText(request.measures),
        measures: measuresToText(request.measures),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertKey(db, owner, key, { patientId, afterId: id, now });
    await insertFiles(db, { afterId: id }, files, now);
    await insertJob(db, { afterId: id }, now);
    return id;
  });
}

export async function findAfter(db: Db, owner: Account, id: number): Promise<StoredAfter> {
  const row = await db
    .selectFrom('afters')
    .innerJoin('patients', 'patients.id', 'afters.patient_id')
    .where('afters.id', '=', id)
    .where('patients.owner_id', '=', owner.id)
    .selectAll('afters')
    .executeTakeFirst();
  if (row === undefined) throw patientNotFound();
  return row;
}
