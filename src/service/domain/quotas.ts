import { byteSizeText } from '../../system/byte-size.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Account, AccountsStore } from './accounts.ts';
import { Refusal } from './refusal.ts';
import type { Db } from './store.ts';

/** What a change adds. */
interface Added {
  patients?: number;
  bytes?: number;
}

/**
 * Refuses what an account, or the main account that it is under, has no room for. In a transaction nobody else can take
 * the room before it ends.
 * @param from the account that it is moved from: quotas that count it there already are kept
 * @throws Refusal 409 or 413
 */
export async function requireRoom(
  db: Db,
  accountId: number,
  { patients = 0, bytes = 0 }: Added,
  from?: Account,
): Promise<void> {
  if (patients === 0 && bytes === 0) return;
  for (const quota of await quotasOf(db, { accountId })) {
    if (from !== undefined && [from.id, from.parentId].includes(quota.id)) continue;
    const [stored] = await storedBy(db, { accountId: quota.id });
    if (patients > 0 && (stored?.patients ?? 0) + patients > (quota.patients ?? Infinity)) {
      throw new Refusal(409, 'refused', 'the account has as many patients as it may have', {
        hint: `It may have ${quota.patients}. Delete patients, or ask the operator of the service for more`,
      });
    }
    if (bytes > 0 && (stored?.bytes ?? 0) + bytes > (quota.bytes ?? Infinity)) {
      throw new Refusal(413, 'refused', 'the account has no room left for these photos', {
        hint: `It may store ${byteSizeText(quota.bytes ?? 0)}. Delete patients, or ask the operator of the service for more`,
      });
    }
  }
}

/** The quotas that an account has to keep, locked: whoever else adds to them waits. */
const quotasOf = compiledQuery((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('accounts')
    .where((account) =>
      account.or([
        account('id', '=', accountId),
        account('id', '=', account.selectFrom('accounts').select('parent_id').where('id', '=', accountId)),
      ]),
    )
    .where((account) => account.or([account('quota_bytes', 'is not', null), account('quota_patients', 'is not', null)]))
    .select(['id', 'quota_bytes as bytes', 'quota_patients as patients'])
    .orderBy('id')
    .forNoKeyUpdate(),
);

/** What an account and its sub accounts store. */
const storedBy = compiledQuery((db, { accountId }: { accountId: number }) =>
  db
    .selectFrom('patient_counts')
    .where('owner_id', 'in', (owners) =>
      owners
        .selectFrom('accounts')
        .select('id')
        .where((account) => account.or([account('id', '=', accountId), account('parent_id', '=', accountId)])),
    )
    .select(({ fn, cast }) => [
      fn.sum<number | null>('entries').as('patients'),
      // A sum of such numbers is no such number in PostgreSQL.
      cast<number | null>(fn.sum('bytes'), 'bigint').as('bytes'),
    ]),
);

/** By account, what its quota counts. */
export async function storedByAccount(
  { db }: AccountsStore,
  accountIds: readonly number[],
): Promise<Map<number, { patients: number; bytes: number }>> {
  const all = new Map<number, { patients: number; bytes: number }>();
  for (const accountId of accountIds) {
    const [stored] = await storedBy(db, { accountId });
    all.set(accountId, { patients: stored?.patients ?? 0, bytes: stored?.bytes ?? 0 });
  }
  return all;
}
