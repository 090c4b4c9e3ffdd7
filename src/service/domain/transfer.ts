import type { Account } from './accounts.ts';
import { forgetAnswers, type IdempotencyKey, insertKey } from './idempotency.ts';
import { changePatient, findPatient } from './patients.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/**
 * Moves a patient from a main account to one of its own sub accounts. After the commit the former owner cannot see it;
 * open invitations end, a running generation goes on.
 */
export async function transferPatient(
  store: Store,
  owner: Account,
  { id, targetId }: { id: number; targetId: number },
  key?: IdempotencyKey,
): Promise<void> {
  await store.db.transaction().execute(async (db) => {
    const now = store.clock.now();
    await findPatient(db, owner, id);
    const target = await db
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', targetId)
      .where('parent_id', '=', owner.id)
      .executeTakeFirst();
    if (target === undefined) throw notYourSub();
    await changePatient(db, owner.id, id, { owner_id: target.id, updated_at: now });
    await db.deleteFrom('invitations').where('patient_id', '=', id).execute();
    await forgetAnswers(db, id);
    await insertKey(db, owner, key, { patientId: null, now });
  });
}

const notYourSub = () =>
  new Refusal(403, 'forbidden', 'a patient can only be moved from a main account to one of its own sub accounts', {
    hint: { before: 'To see the accounts and their ids', command: ['accounts', 'list'] },
  });
