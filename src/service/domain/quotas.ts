import type { Limit, RoomAnswer } from '../../contract/own-routes.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Account, AccountsStore } from './accounts.ts';
import { Refusal } from './refusal.ts';
import type { Db } from './store.ts';

/** What a change adds. */
interface Added {
  patients?: number;
  bytes?: number;
  /** Some of the waiting photos may be replaced by these ones, so they are not counted yet. */
  mayReplace?: boolean;
}

/**
 * Refuses what an account, or the main account that it is under, has no room for. Photos that wait until a patient sends
 * them take room, too. In a transaction nobody else can take the room before it ends.
 * @param from the account that it is moved from: quotas that count it there already are kept
 * @throws Refusal 409 or 413
 */
export async function requireRoom(
  db: Db,
  accountId: number,
  { patients = 0, bytes = 0, mayReplace = false }: Added,
  from?: Account,
): Promise<void> {
  if (patients === 0 && bytes === 0) return;
  for (const quota of await quotasOf(db, { accountId })) {
    if (from !== undefined && [from.id, from.parentId].includes(quota.id)) continue;
    const [counted] = await storedBy(db, { accountId: quota.id });
    const stored = { patients: counted?.patients ?? 0, bytes: counted?.bytes ?? 0 };
    const isOwn = quota.id === accountId;
    const whose =
      from !== undefined && isOwn
        ? 'the account that would get the patient'
        : isOwn
          ? 'the account'
          : 'the main account';
    if (quota.patients !== null && patients > 0 && stored.patients + patients > quota.patients) {
      const limit = `its limit is ${patientsText(quota.patients)}, and it has ${stored.patients}`;
      throw new Refusal(409, 'refused', `${whose} is full: ${limit}`, {
        hint: raise('--max-patients', 'NUMBER', from !== undefined),
        why: 'full: patients',
      });
    }
    const waiting = bytes === 0 || mayReplace ? 0 : await waitingOf(db, quota.id);
    if (quota.bytes !== null && bytes > 0 && stored.bytes + waiting + bytes > quota.bytes) {
      const has = byteSizeText(stored.bytes + waiting);
      const limit = `${whose} may store ${byteSizeText(quota.bytes)}, and has ${has}`;
      throw new Refusal(413, 'refused', `no room left for these photos (${byteSizeText(bytes)}): ${limit}`, {
        hint: raise('--quota', 'SIZE', from !== undefined),
        why: 'full: storage',
      });
    }
  }
}

/** Of each limit that an account has to keep, its own or its main account's, the one that leaves the least. */
export async function roomOf(db: Db, { id }: Pick<Account, 'id'>): Promise<RoomAnswer> {
  const limits: { patients: Limit[]; storage: Limit[] } = { patients: [], storage: [] };
  for (const quota of await quotasIn(db, { accountId: id }).execute()) {
    const [counted] = await storedBy(db, { accountId: quota.id });
    const of_main = quota.id !== id;
    if (quota.patients !== null)
      limits.patients.push({ limit: quota.patients, stored: counted?.patients ?? 0, of_main });
    if (quota.bytes !== null) {
      const stored = (counted?.bytes ?? 0) + (await waitingOf(db, quota.id));
      limits.storage.push({ limit: quota.bytes, stored, of_main });
    }
  }
  return { patients: tightest(limits.patients), storage: tightest(limits.storage) };
}

const tightest = (limits: readonly Limit[]): Limit | null =>
  limits.toSorted((one, other) => one.limit - one.stored - (other.limit - other.stored))[0] ?? null;

/** Short: clients cut long texts. */
const raise = (flag: string, value: string, isOfOther: boolean) => ({
  // Nobody deletes the patients of an account that is not theirs.
  before: isOfOther ? 'Have the operator raise its limit' : 'Delete patients, or have the operator raise the limit',
  command: ['accounts', 'update', 'NAME', flag, value],
});

const patientsText = (count: number) => (count === 1 ? '1 patient' : `${count} patients`);

/** The quotas that an account has to keep. */
const quotasIn = (db: Db, { accountId }: { accountId: number }) =>
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
    .orderBy('id');

/** The same, locked: whoever else adds to them waits. */
const quotasOf = compiledQuery((db, of: { accountId: number }) => quotasIn(db, of).forNoKeyUpdate());

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
      // In PostgreSQL the sum of bigints is numeric, which is not read as a number.
      cast<number | null>(fn.sum('bytes'), 'bigint').as('bytes'),
    ]),
);

/** The bytes of photos that wait for an account and its sub accounts: they are not among its stored files yet. */
async function waitingOf(db: Db, accountId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('invited_photos')
    .innerJoin('invitations', 'invitations.id', 'invited_photos.invitation_id')
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where((account) =>
      account.or([account('accounts.id', '=', accountId), account('accounts.parent_id', '=', accountId)]),
    )
    .select(({ fn, cast }) => cast<number | null>(fn.sum('invited_photos.size_bytes'), 'bigint').as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

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
