import { randomBytes } from 'node:crypto';
import type { Selectable, Updateable } from 'kysely';
import type { PatientInput } from '../../contract/patient.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { PatientRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import { bytesOf, keepPhotos, owning } from './files.ts';
import { foldText } from './fold.ts';
import type { NewGeneration } from './generation.ts';
import { type Beside, insertKey, type StoredAnswer } from './idempotency.ts';
import { requireRoom } from './quotas.ts';
import { insertReconstruction } from './reconstructions.ts';
import { patientNotFound } from './refusal.ts';
import type { Db, Store } from './store.ts';

export type StoredPatient = Selectable<PatientRow>;

/** What an answer shows of a patient's own row. */
export const SHOWN_COLUMNS = [
  ...(['id', 'player_id', 'name', 'email', 'height', 'weight', 'phone', 'gender', 'address', 'city'] as const),
  ...(['postal_code', 'state', 'country', 'updated_at'] as const),
] as const;

export type ShownPatient = Pick<StoredPatient, (typeof SHOWN_COLUMNS)[number]>;

export interface NewPatient {
  patient: PatientInput;
  reconstruction?: NewGeneration | undefined;
  /** True if the caller does not wait for the generation. */
  isAsync: boolean;
}

/**
 * Writes patient, reconstruction and job in one commit; the photos are on the disk before it. If the answer is known by
 * then, `answer` gives it inside the transaction and it is stored in the same commit.
 */
export async function createPatient(
  store: Store,
  owner: Account,
  { patient, reconstruction, isAsync }: NewPatient,
  { key, note, answer }: Beside & { answer?: (within: Store, id: number) => Promise<StoredAnswer> },
): Promise<{ patientId: number; reconstructionId?: number }> {
  const files = await keepPhotos(store, owner.id, reconstruction?.photos ?? []);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    await requireRoom(db, owner.id, { patients: 1, bytes: bytesOf(files) });
    const patientId = await insertPatient(db, owner, { patient, isAsync, now });
    const made = reconstruction && (await insertReconstruction(db, patientId, { ...reconstruction, files }, now));
    const answered = await answer?.({ ...store, db }, patientId);
    await insertKey(db, owner, key && { ...key, answer: answered }, { patientId, now });
    await note?.(db, { patient: patientId });
    return { patientId, ...(made && { reconstructionId: made.id }) };
  });
}

export async function insertPatient(
  db: Db,
  owner: Account,
  { patient, size, isAsync, now }: { patient: PatientInput; size?: BodySize; isAsync: boolean; now: number },
): Promise<number> {
  const { id } = await db
    .insertInto('patients')
    .values({
      owner_id: owner.id,
      player_id: randomBytes(12).toString('hex'),
      ...patient,
      ...size,
      name_folded: foldText(patient.name),
      email_folded: foldText(patient.email),
      last_async: isAsync ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** In cm and kg; the interface has no field to set them. */
export interface BodySize {
  height?: number | null;
  weight?: number | null;
}

/** Finds a patient of this account; any other id is a 404, also if it belongs to another account. */
export async function findPatient(db: Db, owner: Account, id: number): Promise<StoredPatient> {
  const [row] = await ownPatientOf(db, { ownerId: owner.id, id });
  if (row === undefined) throw patientNotFound();
  return row;
}

/** Like `findPatient`; nobody else can change the patient or what belongs to it until the transaction ends. */
export async function lockPatient(db: Db, owner: Account, id: number): Promise<StoredPatient> {
  const row = await ownPatient(db, owner.id, id).forUpdate().executeTakeFirst();
  if (row === undefined) throw patientNotFound();
  return row;
}

const ownPatient = (db: Db, ownerId: number, id: number) =>
  db.selectFrom('patients').selectAll().where('id', '=', id).where('owner_id', '=', ownerId);

const ownPatientOf = compiledQuery((db, { ownerId, id }: { ownerId: number; id: number }) =>
  ownPatient(db, ownerId, id),
);

/** Records on the patient that a generation was started and no caller waits for it. */
export const markGenerated = (db: Db, ownerId: number, patientId: number, now: number) =>
  changePatient(db, ownerId, patientId, { last_async: 1, updated_at: now });

/** Sets the given columns and leaves the others; the folded ones follow theirs. */
export async function changePatient(
  db: Db,
  ownerId: number,
  id: number,
  changed: Omit<Updateable<PatientRow>, 'name_folded' | 'email_folded'>,
): Promise<void> {
  const { name, email } = changed;
  const folded = {
    ...(name !== undefined && { name_folded: foldText(name) }),
    ...(email !== undefined && { email_folded: foldText(email) }),
  };
  const change = db.updateTable('patients').set({ ...changed, ...folded });
  await change.where('id', '=', id).where('owner_id', '=', ownerId).execute();
}
