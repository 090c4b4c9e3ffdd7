import { randomBytes } from 'node:crypto';
import { ReconError } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Db, Store } from './store.ts';

export interface Account {
  id: number;
  name: string;
  /** The main account of a sub account; null for a main account. */
  parentId: number | null;
}

/** The part of the store that accounts need. */
export type AccountsStore = Pick<Store, 'database' | 'db' | 'clock'>;

/** Finds the account of a token; undefined if the token was never given out or was revoked. */
export async function accountOfToken(
  store: AccountsStore,
  token: string,
): Promise<{ account: Account; tokenId: number } | undefined> {
  const [row] = await tokenRow(store.db, { hash: tokenHash(token) });
  return row && { account: { id: row.id, name: row.name, parentId: row.parentId }, tokenId: row.tokenId };
}

const tokenRow = compiledQuery((db, { hash }: { hash: string }) =>
  db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .where('tokens.hash', '=', hash)
    .where('tokens.revoked_at', 'is', null)
    .select(['tokens.id as tokenId', 'accounts.id', 'accounts.name', 'accounts.parent_id as parentId']),
);

export async function listAccounts(store: AccountsStore): Promise<Account[]> {
  return store.db.selectFrom('accounts').select(['id', 'name', 'parent_id as parentId']).orderBy('id').execute();
}

/** `under` names the main account of a new sub account. */
export async function addAccount(store: AccountsStore, name: string, under?: string): Promise<Account> {
  return store.database.transact(async (db) => {
    if (!/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u.test(name)) {
      throw new ReconError('usage', `${JSON.stringify(name)} cannot be an account's name`, {
        hint: 'Use up to 64 letters, digits, spaces and . _ @ -, starting with a letter or digit',
      });
    }
    if ((await findAccount(db, name)) !== undefined) {
      throw new ReconError('already_exists', `there is an account ${JSON.stringify(name)} already`, {
        hint: { before: 'Give another name; to see them all', command: ['accounts', 'list'] },
      });
    }
    const parentId = under === undefined ? null : (await mainAccount(db, under)).id;
    const { id } = await db
      .insertInto('accounts')
      .values({ name, parent_id: parentId, created_at: store.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, name, parentId };
  });
}

/** Makes a new token for the account and returns it; it cannot be read again. Earlier tokens stop working. */
export async function issueToken(store: AccountsStore, name: string): Promise<string> {
  const token = newTokenText();
  await store.database.transact(async (db) => {
    const account = await namedAccount(db, name);
    // Two new tokens at the same time would both stay.
    await db.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute();
    const now = store.clock.now();
    await db
      .updateTable('tokens')
      .set({ revoked_at: now })
      .where('account_id', '=', account.id)
      .where('revoked_at', 'is', null)
      .execute();
    await db
      .insertInto('tokens')
      .values({ account_id: account.id, hash: tokenHash(token), created_at: now })
      .execute();
  });
  return token;
}

async function mainAccount(db: Db, name: string): Promise<Account> {
  const account = await namedAccount(db, name);
  if (account.parentId === null) return account;
  throw new ReconError('usage', `${JSON.stringify(name)} is a sub account and cannot have sub accounts`, {
    hint: { before: 'Give a main account; to see which are', command: ['accounts', 'list'] },
  });
}

async function namedAccount(db: Db, name: string): Promise<Account> {
  const account = await findAccount(db, name);
  if (account !== undefined) return account;
  throw new ReconError('not_found', `there is no account ${JSON.stringify(name)}`, {
    hint: { before: 'To see them all', command: ['accounts', 'list'] },
  });
}

const findAccount = (db: Db, name: string): Promise<Account | undefined> =>
  db.selectFrom('accounts').select(['id', 'name', 'parent_id as parentId']).where('name', '=', name).executeTakeFirst();

/** 256 random bits after a prefix that secret scanners can look for. */
export const newTokenText = () => `rcn_${randomBytes(32).toString('base64url')}`;

/** The stored form of a token. A plain hash is right for random keys: they cannot be guessed. */
export const tokenHash = (token: string) => sha256Of(token);
