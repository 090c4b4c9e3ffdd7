import { type Account, subAccounts } from './accounts.ts';
import { bytesOf, patientFiles, recordErased, removeFiles } from './files.ts';
import { type Beside, forgetAnswers, insertKey } from './idempotency.ts';
import { dropInvitedPhotosOfPatient } from './invited-photos.ts';
import { changePatient, lockPatient } from './patients.ts';
import { requireRoom } from './quotas.ts';
import { Refusal } from './refusal.ts';
import { type Db, type Store, tidyUp } from './store.ts';

export interface Deleted {
  fileIds: string[];
  /** False if bytes of the files or of the rows are still there. */
  isErased: boolean;
}

/**
 * Deletes the patient with everything that belongs to it. When this returns, nobody can reach any of it, and neither the
 * files nor the person's data are in the data folder any more, unless `isErased` is false: then `createEraser` goes on. A
 * tombstone keeps the id, the time and the actor.
 */
export async function deletePatient(
  store: Store,
  owner: Account,
  id: number,
  { key, note }: Beside = {},
): Promise<Deleted> {
  const fileIds = await store.database.transact(async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, id);
    const rows = await patientFiles(db).where('patients.id', '=', id).select('files.id').execute();
    const ofRecords = rows.map((row) => row.id);
    await recordErased(db, ofRecords);
    const ids = [...ofRecords, ...(await dropInvitedPhotosOfPatient(db, id))];
    await forgetAnswers(db, id);
    // The patient's row takes its reconstructions, afters, simulations, jobs, files and invitations with it.
    await db.deleteFrom('patients').where('id', '=', id).where('owner_id', '=', owner.id).execute();
    await db
      .insertInto('tombstones')
      .values({ patient_id: id, owner_id: owner.id, actor_id: owner.id, deleted_at: now })
      .execute();
    await insertKey(db, owner, key, { patientId: null, now });
    await note?.(db, { patient: id });
    return ids;
  });
  const areRemoved = await removeFiles(store, fileIds);
  let isOverwritten = false;
  await tidyUp(store, 'erasing traces', async () => {
    isOverwritten = await store.database.eraseTraces();
  });
  return { fileIds, isErased: areRemoved && isOverwritten };
}

/** Moves a patient from a main account to one of its own sub accounts. */
export const transferPatient = (
  store: Store,
  owner: Account,
  { id, targetId }: { id: number; targetId: number },
  beside: Beside = {},
): Promise<void> =>
  movePatient(store, owner, { id, beside }, async (db) => {
    const target = await subAccounts(db, owner).select('disabled_at').where('id', '=', targetId).executeTakeFirst();
    if (owner.parentId !== null) throw onlyMain(id);
    if (target === undefined) throw notYourSub();
    if (target.disabled_at !== null) throw disabledSub(target.name);
    return target.id;
  });

/** Moves a patient from a sub account to its main account. */
export const giveBackPatient = (store: Store, owner: Account, id: number, beside: Beside = {}): Promise<void> =>
  movePatient(store, owner, { id, beside }, async () => {
    if (owner.parentId === null) throw noMain();
    return owner.parentId;
  });

/**
 * Gives a patient to another account. After the commit the former owner cannot see it; open invitations end, a running
 * generation goes on.
 */
async function movePatient(
  store: Store,
  owner: Account,
  { id, beside: { key, note } }: { id: number; beside: Beside },
  targetOf: (db: Db) => Promise<number>,
): Promise<void> {
  const dropped = await store.database.transact(async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, id);
    const target = await targetOf(db);
    const files = await patientFiles(db)
      .where('patients.id', '=', id)
      .select('files.size_bytes as sizeBytes')
      .execute();
    await requireRoom(db, target, { patients: 1, bytes: bytesOf(files) }, owner);
    await changePatient(db, owner.id, id, { owner_id: target, updated_at: now });
    const unsent = await dropInvitedPhotosOfPatient(db, id);
    await db.deleteFrom('invitations').where('patient_id', '=', id).execute();
    await forgetAnswers(db, id);
    await insertKey(db, owner, key, { patientId: null, now });
    await note?.(db, { patient: id, target });
    return unsent;
  });
  await removeFiles(store, dropped);
}

const notYourSub = () =>
  new Refusal(403, 'forbidden', 'a patient can only be moved from a main account to one of its own sub accounts', {
    hint: { before: 'Where the service runs, this shows the accounts and their ids', command: ['accounts', 'list'] },
  });

const onlyMain = (id: number) =>
  new Refusal(403, 'forbidden', 'this is a sub account, and only its main account transfers patients to surgeons', {
    hint: { before: 'To give the patient back to it', command: ['transfer', String(id), '--back'] },
  });

/** Nobody would see the patient there. */
const disabledSub = (name: string) =>
  new Refusal(403, 'forbidden', `the account ${name} is disabled, so nobody would see the patient`, {
    hint: { before: 'To open it again', command: ['accounts', 'enable', name] },
  });

const noMain = () =>
  new Refusal(403, 'forbidden', 'only a sub account can give a patient back, and this is a main account', {
    hint: 'Whoever has the patient gives it back, with a token of that sub account',
  });
