import { READY_STATUS, type ReconstructionType } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import { shownOf } from './generation.ts';
import { type Beside, insertKey } from './idempotency.ts';
import { changePatient, lockPatient } from './patients.ts';
import { isUnderWay, type ReconstructionSlots, type StoredReconstruction, slotsOf } from './reconstructions.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/**
 * Accepts the reconstruction of a type that can be read, or takes that back. Its `updated_at` is the model's and stays;
 * the patient's does not.
 * @throws Refusal 404 if there is none of the type; 409 if one that is not ready is to be accepted
 */
export async function setAccepted(
  store: Store,
  owner: Account,
  { id, type, isAccepted }: { id: number; type: ReconstructionType; isAccepted: boolean },
  { key, note }: Beside = {},
): Promise<void> {
  await store.database.transact(async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, id);
    const slots = await slotsOf(db, id, type);
    const accepted = isAccepted ? 1 : 0;
    const row = isAccepted ? acceptable(slots, type) : existing(slots, type);
    if (row.accepted !== accepted) {
      await db.updateTable('reconstructions').set({ accepted }).where('id', '=', row.id).execute();
      await changePatient(db, owner.id, id, { updated_at: now });
    }
    await insertKey(db, owner, key, { patientId: id, now });
    await note?.(db, { patient: id });
  });
}

/** The one that is read. With another one under way it would soon be replaced, and the acceptance lost. */
function acceptable(slots: ReconstructionSlots, type: ReconstructionType): StoredReconstruction {
  const current = existing(slots, type);
  if (isUnderWay(slots)) {
    throw new Refusal(
      409,
      'in_progress',
      `the ${type} reconstruction is being made; it can be accepted once it is ready`,
    );
  }
  if (shownOf(current).status === READY_STATUS) return current;
  throw new Refusal(409, 'refused', `the ${type} reconstruction has no 3D model, so there is nothing to accept`);
}

function existing({ current }: ReconstructionSlots, type: ReconstructionType): StoredReconstruction {
  if (current !== undefined) return current;
  throw new Refusal(404, 'not_found', `the patient has no ${type} reconstruction`);
}
