import { type SqlBool, sql } from 'kysely';
import { ReconError } from '../../errors.ts';
import { noSuchAccount } from '../../system/no-such-account.ts';
import { commandEntry, insertLines, insertLinesIfPossible } from './audit-lines.ts';
import type { Db, Store } from './store.ts';

export interface Account {
  id: number;
  name: string;
  /** The main account of a sub account; null for a main account. */
  parentId: number | null;
}

export interface ListedAccount extends Account {
  /** Null for an account that is not disabled itself. */
  disabledAt: number | null;
  quotaBytes: number | null;
  quotaPatients: number | null;
}

/** What an account and its sub accounts may store at most; null is no limit. */
export interface Quota {
  bytes: number | null;
  patients: number | null;
}

/** Of an account that may be used: neither it is disabled nor the main account that it is under. */
export const isEnabled = sql<SqlBool>`accounts.disabled_at is null and not exists
  (select 1 from accounts as main where main.id = accounts.parent_id and main.disabled_at is not null)`;

/** The part of the store that accounts need. */
export type AccountsStore = Pick<Store, 'database' | 'db' | 'clock'>;

export async function listAccounts(store: AccountsStore): Promise<ListedAccount[]> {
  return store.db
    .selectFrom('accounts')
    .select([
      ...(['id', 'name', 'parent_id as parentId', 'disabled_at as disabledAt'] as const),
      ...(['quota_bytes as quotaBytes', 'quota_patients as quotaPatients'] as const),
    ])
    .orderBy('id')
    .execute();
}

/** The sub accounts of an account, also those that are disabled. */
export const subAccounts = (db: Db, { id }: Pick<Account, 'id'>) =>
  db.selectFrom('accounts').select(['id', 'name']).where('parent_id', '=', id);

/** `under` names the main account of a new sub account. */
export async function addAccount(
  store: AccountsStore,
  name: string,
  under?: string,
  quota: Partial<Quota> = {},
): Promise<Account> {
  return store.database.transact(async (db) => {
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name)) {
      throw new ReconError('usage', `${JSON.stringify(name)} cannot be an account's name`, {
        hint: 'up to 64 letters, digits, spaces and . _ @ -, starting with a letter or digit',
      });
    }
    const same = await findAccount(db, name);
    if (same !== undefined) {
      const isMain = under !== undefined && same.parentId === null;
      throw new ReconError('already_exists', `there is an account ${JSON.stringify(name)} already`, {
        details: isMain ? ['it is a main account, and nobody can transfer patients to it'] : [],
        hint: { before: 'another name; to see them all', command: ['accounts', 'list'] },
      });
    }
    const parentId = under === undefined ? null : (await mainAccount(db, under)).id;
    const now = store.clock.now();
    const { id } = await db
      .insertInto('accounts')
      .values({ name, parent_id: parentId, created_at: now, ...quotaColumns(quota) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertLines(db, [commandEntry(now, 'accounts add', { target: id })]);
    return { id, name, parentId };
  });
}

/**
 * Disables an account or enables it again. A disabled one keeps its patients and its tokens, and nobody can act for it or
 * for its sub accounts: no token, invitation or picture of theirs opens anything.
 */
export async function setDisabled(store: AccountsStore, name: string, isDisabled: boolean): Promise<void> {
  await store.database.transact(async (db) => {
    const now = store.clock.now();
    const { id } = await lockAccount(db, name);
    await db
      .updateTable('accounts')
      .set({ disabled_at: isDisabled ? now : null })
      .where('id', '=', id)
      // The time of the first disabling stays.
      .where('disabled_at', isDisabled ? 'is' : 'is not', null)
      .execute();
    const operation = `accounts ${isDisabled ? 'disable' : 'enable'}`;
    // Nothing keeps an operator from shutting somebody out.
    await insertLinesIfPossible(db, [commandEntry(now, operation, { target: id })]);
  });
}

async function mainAccount(db: Db, name: string): Promise<Account> {
  const account = await namedAccount(db, name, { isMain: true });
  if (account.parentId === null) return account;
  throw new ReconError('usage', `${JSON.stringify(name)} is a sub account and cannot have sub accounts`, {
    hint: { before: 'a main account; to see which are', command: ['accounts', 'list'] },
  });
}

/** Sets what is given and leaves the rest. What is stored already stays. */
export async function setQuota(store: AccountsStore, name: string, quota: Partial<Quota>): Promise<void> {
  await store.database.transact(async (db) => {
    const { id } = await lockAccount(db, name);
    await db.updateTable('accounts').set(quotaColumns(quota)).where('id', '=', id).execute();
    await insertLines(db, [commandEntry(store.clock.now(), 'accounts update', { target: id })]);
  });
}

const quotaColumns = ({ bytes, patients }: Partial<Quota>) => ({
  ...(bytes !== undefined && { quota_bytes: bytes }),
  ...(patients !== undefined && { quota_patients: patients }),
});

/** The account of this name; another change of it or of its tokens waits until this transaction ends. */
export async function lockAccount(db: Db, name: string): Promise<Account> {
  const account = await namedAccount(db, name);
  await db.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute();
  return account;
}

/**
 * `isMain`: a main account is meant, so of near names only those are told.
 * @throws ReconError `not_found`
 */
async function namedAccount(db: Db, name: string, { isMain = false } = {}): Promise<Account> {
  const account = await findAccount(db, name);
  if (account !== undefined) return account;
  const all = await db.selectFrom('accounts').select(['name', 'parent_id as parentId']).execute();
  throw noSuchAccount(
    name,
    all.filter((one) => !isMain || one.parentId === null).map((one) => one.name),
  );
}

const findAccount = (db: Db, name: string): Promise<Account | undefined> =>
  db.selectFrom('accounts').select(['id', 'name', 'parent_id as parentId']).where('name', '=', name).executeTakeFirst();
