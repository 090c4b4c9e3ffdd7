import type { Accounts } from './with-accounts.ts';

type Account = Awaited<ReturnType<Accounts['list']>>[number];
type Token = Awaited<ReturnType<Accounts['listTokens']>>[number];

/** Columns of times, in both lists. */
export const TIMES = ['created', 'expires', 'last_used'];

const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A token as it is listed: by its account's name, without what it is. */
export function tokenRecord({ id, label, scope, createdAt, expiresAt, lastUsedAt, state }: Token) {
  const times = { created: isoTime(createdAt), expires: isoTime(expiresAt), last_used: isoTime(lastUsedAt) };
  return { id, label, scope, ...times, state };
}

/** An account with those of its tokens that were not revoked. */
export function accountRecord({ id, name, parentId, disabledAt }: Account, accounts: Account[], tokens: Token[]) {
  const own = tokens.filter(({ accountId, state }) => accountId === id && state !== 'revoked');
  const lastUse = Math.max(0, ...own.map(({ lastUsedAt }) => lastUsedAt ?? 0));
  return {
    id,
    name,
    under: accounts.find((one) => one.id === parentId)?.name ?? null,
    state: disabledAt === null ? 'enabled' : 'disabled',
    tokens: own.map(tokenRecord),
    last_used: lastUse === 0 ? null : isoTime(lastUse),
  };
}
