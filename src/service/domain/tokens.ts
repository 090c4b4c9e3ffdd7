import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Scope } from '../../contract/scopes.ts';
import { ReconError } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { Db } from '../storage/database.ts';
import { type AccountsStore, lockAccount } from './accounts.ts';
import { commandEntry, insertLinesIfPossible } from './audit-lines.ts';

/** The label of a token that nobody gave one. */
export const DEFAULT_LABEL = 'default';
/** The label of the token that the service keeps in its data folder. */
const OWN_LABEL = 'data folder';

export interface NewToken {
  label: string;
  scope: Scope;
  /** How long it works; without it, until it is revoked. */
  lifetimeMs?: number | undefined;
}

export interface MadeToken {
  token: string;
  /** Null for one that works until it is revoked. */
  expiresAt: number | null;
}

/** A token as it is told; what it is cannot be told any more. */
export interface ListedToken {
  id: number;
  accountId: number;
  label: string;
  scope: Scope;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
  state: 'works' | 'expired' | 'revoked';
}

/** All tokens that were ever given out, by account. */
export async function listTokens({ db, database }: AccountsStore): Promise<ListedToken[]> {
  const rows = await db
    .selectFrom('tokens')
    .select([
      ...(['id', 'account_id as accountId', 'label', 'scope', 'created_at as createdAt'] as const),
      ...(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'revoked_at as revokedAt'] as const),
      sql<number>`case when expires_at <= ${database.now()} then 1 else 0 end`.as('isExpired'),
    ])
    .orderBy('account_id')
    .orderBy('id')
    .execute();
  return rows.map(({ revokedAt, isExpired, ...row }) => ({
    ...row,
    state: revokedAt !== null ? 'revoked' : isExpired === 1 ? 'expired' : 'works',
  }));
}

/** Makes a new token for the account and returns it; it cannot be read again. Earlier tokens stop working. */
export async function issueToken(store: AccountsStore, name: string): Promise<string> {
  return store.database.transact(async (db) => {
    const { id } = await lockAccount(db, name);
    await revoke(store, db, await unrevoked(db, id).execute());
    await note(store, db, 'accounts token', { target: id, changed: DEFAULT_LABEL });
    return (await insertToken(store, db, id, { label: DEFAULT_LABEL, scope: 'write' })).token;
  });
}

/** Makes one more token for the account and returns it; it cannot be read again. */
export async function addToken(store: AccountsStore, name: string, wanted: NewToken): Promise<MadeToken> {
  const { label } = wanted;
  if (!isLabel(label)) {
    throw new ReconError('usage', `${JSON.stringify(label)} cannot be a token's label`, {
      hint: 'up to 64 visible characters and spaces, not only digits',
    });
  }
  return store.database.transact(async (db) => {
    const account = await lockAccount(db, name);
    const same = await unrevoked(db, account.id)
      .where('label', '=', label)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', store.database.now())]))
      .execute();
    if (same.length > 0) {
      throw new ReconError('already_exists', `${name} has a token ${JSON.stringify(label)} already`, {
        hint: { before: 'another label; to see them all', command: ['accounts', 'tokens', 'list', name] },
      });
    }
    await note(store, db, 'accounts tokens add', { target: account.id, changed: label });
    return insertToken(store, db, account.id, wanted);
  });
}

/** Digits alone would be a token's number. */
const isLabel = (text: string) =>
  /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,64}$/u.test(text) && text === text.trim() && !isNumber(text);

const isNumber = (text: string) => /^\d+$/.test(text);

/** Ends a token of the account, by its label or its number; all of them where several have had this label. */
export async function revokeToken(store: AccountsStore, name: string, token: string): Promise<void> {
  await store.database.transact(async (db) => {
    const account = await lockAccount(db, name);
    const tokens = await unrevoked(db, account.id).execute();
    const found = tokens.filter(({ id, label }) => (isNumber(token) ? id === Number(token) : label === token));
    if (found.length === 0) {
      throw new ReconError('not_found', `${name} has no token ${JSON.stringify(token)} that could be revoked`, {
        hint: { command: ['accounts', 'tokens', 'list', name], because: 'to see them all' },
      });
    }
    await revoke(store, db, found);
    const labels = [...new Set(found.map(({ label }) => label))];
    await note(store, db, 'accounts tokens revoke', { target: account.id, changed: labels.join(', ') });
  });
}

/** Makes the token of the account that runs the service. It may do everything, and replaces its former one. */
export async function issueOwnToken(store: AccountsStore, name: string): Promise<string> {
  return store.database.transact(async (db) => {
    const { id } = await lockAccount(db, name);
    await revoke(store, db, await unrevoked(db, id).where('label', '=', OWN_LABEL).execute());
    await note(store, db, 'serve', { target: id, changed: OWN_LABEL });
    return (await insertToken(store, db, id, { label: OWN_LABEL, scope: 'admin' })).token;
  });
}

/** Lets the own token that a version without scopes made do everything. */
export async function raiseOwnToken({ database }: AccountsStore, tokenId: number): Promise<void> {
  await database.transact((db) =>
    db
      .updateTable('tokens')
      .set({ label: OWN_LABEL, scope: 'admin' })
      .where('id', '=', tokenId)
      .where('label', '=', DEFAULT_LABEL)
      .execute(),
  );
}

/** A full disk or a broken audit keeps nobody from ending a token, nor from making the next one. */
const note = ({ clock }: AccountsStore, db: Db, operation: string, about: { target: number; changed: string }) =>
  insertLinesIfPossible(db, [commandEntry(clock.now(), operation, about)]);

/** Also those that have expired. */
const unrevoked = (db: Db, accountId: number) =>
  db.selectFrom('tokens').select(['id', 'label']).where('account_id', '=', accountId).where('revoked_at', 'is', null);

async function revoke({ clock }: AccountsStore, db: Db, tokens: readonly { id: number }[]): Promise<void> {
  const ids = tokens.map(({ id }) => id);
  if (ids.length > 0) await db.updateTable('tokens').set({ revoked_at: clock.now() }).where('id', 'in', ids).execute();
}

async function insertToken(
  { database, clock }: AccountsStore,
  db: Db,
  accountId: number,
  { label, scope, lifetimeMs }: NewToken,
): Promise<MadeToken> {
  const token = newTokenText();
  const expires = lifetimeMs === undefined ? null : sql<number>`${database.now()} + ${sql.lit(lifetimeMs)}`;
  const { expiresAt } = await db
    .insertInto('tokens')
    .values({
      account_id: accountId,
      hash: tokenHash(token),
      created_at: clock.now(),
      label,
      scope,
      expires_at: expires,
    })
    .returning('expires_at as expiresAt')
    .executeTakeFirstOrThrow();
  return { token, expiresAt };
}

/** 256 random bits after a prefix that secret scanners can look for. */
export const newTokenText = () => `rcn_${randomBytes(32).toString('base64url')}`;

/** The stored form of a token. A plain hash is right for random keys: they cannot be guessed. */
export const tokenHash = (token: string) => sha256Of(token);
