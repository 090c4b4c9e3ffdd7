import { type Expression, sql } from 'kysely';
import type { Scope } from '../../contract/scopes.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { Database, Db } from '../storage/database.ts';
import { type Account, type AccountsStore, isEnabled } from './accounts.ts';
import type { FormerReason } from './audit-lines.ts';
import { tokenHash } from './tokens.ts';

/** Whom a request acts for, and what it may do. */
export interface Caller {
  account: Account;
  tokenId: number;
  label: string;
  scope: Scope;
  /** Until when the token works, epoch ms; null for ever. */
  expiresAt: number | null;
}

/** Why a token does not work, and whose it was. */
export type NoCaller = { why: 'unknown' } | { why: FormerReason; was: Caller };

/** Finds whom a token acts for. Nothing is remembered: what another process revoked does not work any more. */
export async function callerOf({ database, db, clock }: AccountsStore, token: string): Promise<Caller | NoCaller> {
  const [row] = await tokenRowOf(database)(db, { hash: tokenHash(token), now: clock.now() });
  if (row === undefined) return { why: 'unknown' };
  const { id, name, parentId, tokenId, label, scope, expiresAt, revokedAt, isExpired, isDisabled } = row;
  const caller = { account: { id, name, parentId }, tokenId, label, scope, expiresAt };
  if (revokedAt !== null) return { why: 'revoked', was: caller };
  if (isExpired === 1) return { why: 'expired', was: caller };
  if (isDisabled === 1) return { why: 'disabled', was: caller };
  return caller;
}

const ofDatabases = new WeakMap<Database, ReturnType<typeof tokenQuery>>();

function tokenRowOf(database: Database): ReturnType<typeof tokenQuery> {
  const query = ofDatabases.get(database) ?? tokenQuery(database);
  ofDatabases.set(database, query);
  return query;
}

/** Processes that share a database go by its clock; alone, there is only the own one. */
const tokenQuery = (database: Database) =>
  compiledQuery((db, { hash, now }: { hash: string; now: number }) =>
    tokenRows(db, hash, database.isAlone ? now : database.now()),
  );

const tokenRows = (db: Db, hash: string, now: number | Expression<number>) =>
  db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .where('tokens.hash', '=', hash)
    .select([
      ...([
        'tokens.id as tokenId',
        'tokens.label',
        'tokens.scope',
        'tokens.expires_at as expiresAt',
        'tokens.revoked_at as revokedAt',
      ] as const),
      ...(['accounts.id', 'accounts.name', 'accounts.parent_id as parentId'] as const),
      sql<number>`case when tokens.expires_at <= ${now} then 1 else 0 end`.as('isExpired'),
      sql<number>`case when ${isEnabled} then 0 else 1 end`.as('isDisabled'),
    ]);

/** Those of the tokens that still work. */
export async function stillWorking({ database, db }: AccountsStore, tokenIds: readonly number[]): Promise<Set<number>> {
  if (tokenIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('tokens')
    .innerJoin('accounts', 'accounts.id', 'tokens.account_id')
    .where('tokens.id', 'in', tokenIds)
    .where('tokens.revoked_at', 'is', null)
    .where(isEnabled)
    .where((row) => row.or([row('tokens.expires_at', 'is', null), row('tokens.expires_at', '>', database.now())]))
    .select('tokens.id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Those of the accounts that are not disabled. */
export async function stillEnabled({ db }: AccountsStore, accountIds: readonly number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  const rows = await db.selectFrom('accounts').where('id', 'in', accountIds).where(isEnabled).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}
