import type { Accounts } from './with-accounts.ts';

type Account = Awaited<ReturnType<Accounts['list']>>[number];
type Token = Awaited<ReturnType<Accounts['listTokens']>>[number];

/** Columns of times, in both lists. */
export const TIMES = ['created', 'expires', 'last_used'];

const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** A token as it is listed, without what it is. One of an account that cannot be used does not work either. */
export function tokenRecord(
  { id, label, scope, createdAt, expiresAt, lastUsedAt, state }: Token,
  ofAccount: AccountState | undefined,
) {
  const times = { created: isoTime(createdAt), expires: isoTime(expiresAt), last_used: isoTime(lastUsedAt) };
  const isShutOut = state === 'works' && ofAccount !== undefined && ofAccount !== 'enabled';
  return { id, label, scope, ...times, state: isShutOut ? 'account disabled' : state };
}

type AccountState = 'enabled' | 'disabled' | `disabled with ${string}`;

/** A sub account can be used only while its main account can. */
export function accountState({ parentId, disabledAt }: Account, all: readonly Account[]): AccountState {
  const main = all.find(({ id }) => id === parentId);
  if (disabledAt !== null) return 'disabled';
  return main === undefined || main.disabledAt === null ? 'enabled' : `disabled with ${main.name}`;
}

/** An account with those of its tokens that were not revoked. */
export function accountRecord(account: Account, accounts: Account[], tokens: Token[]) {
  const { id, name, parentId, stored, quotaBytes, quotaPatients } = account;
  const main = accounts.find((one) => one.id === parentId);
  const subs = accounts.filter((one) => one.parentId === id);
  const ownOf = (kind: 'patients' | 'bytes') => subs.reduce((left, sub) => left - sub.stored[kind], stored[kind]);
  const own = tokens.filter(({ accountId, state }) => accountId === id && state !== 'revoked');
  const lastUse = Math.max(0, ...own.map(({ lastUsedAt }) => lastUsedAt ?? 0));
  return {
    id,
    name,
    under: main?.name ?? null,
    state: accountState(account, accounts),
    // As its limits count: with its sub accounts.
    patients: stored.patients,
    own_patients: ownOf('patients'),
    max_patients: quotaPatients,
    bytes: stored.bytes,
    own_bytes: ownOf('bytes'),
    quota: quotaBytes,
    tokens: own.map((token) => tokenRecord(token, accountState(account, accounts))),
    last_used: lastUse === 0 ? null : isoTime(lastUse),
  };
}
