import type { Account } from './accounts.ts';
import { forgetAnswers, type IdempotencyKey, insertKey } from './idempotency.ts';
import { findPatient } from './patients.ts';
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
  answer: { key?: IdempotencyKey | undefined; status: number; body: string },
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
    await db
      .updateTable('patients')
      .set({ owner_id: target.id, updated_at: now })
      .where('id', '=', id)
      .where('owner_id', '=', owner.id)
      .execute();
    await db.deleteFrom('invitations').where('patient_id', '=', id).execute();
    await forgetAnswers(db, id);
    await insertKey(db, owner, answer.key, { patientId: null, now, answer });
  });
}

const notYourSub = () =>
  new Refusal(403, 'forbidden', 'a patient can only be moved from a main account to one of its own sub accounts', {
    hint: { before: 'To see the accounts and their ids', command: ['accounts', 'list'] },
  });
