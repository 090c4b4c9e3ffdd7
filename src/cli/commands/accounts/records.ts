import type { Accounts } from './with-accounts.ts';

type Account = Awaited<ReturnType<Accounts['list']>>[number];
type Token = Awaited<ReturnType<Accounts['listTokens']>>[number];

/** Columns of times, in both lists. */
export const TIMES = ['created', 'expires', 'last_used'];

export const isoTime = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

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

/** An account that has used more than this share of a limit is nearly full. */
const NEARLY = 0.9;

/** The limits that are reached or nearly so: its own, and those of its main account, which count it too. */
function roomOf(account: Account, main: Account | undefined) {
  const found = [account, ...(main ? [main] : [])].flatMap(({ id, name, stored, quotaPatients, quotaBytes }) => {
    const whose = id === account.id ? '' : ` of ${name}`;
    return [
      { what: `patients${whose}`, used: shareOf(stored.patients, quotaPatients) },
      { what: `storage${whose}`, used: shareOf(stored.bytes, quotaBytes) },
    ];
  });
  const named = (isMeant: (used: number) => boolean) =>
    found
      .filter(({ used }) => isMeant(used))
      .map(({ what }) => what)
      .join(', ') || null;
  return { full: named((used) => used >= 1), nearly_full: named((used) => used > NEARLY && used < 1) };
}

const shareOf = (used: number, most: number | null): number => {
  if (most === null) return 0;
  return most === 0 ? 1 : used / most;
};

/** What an enabled account has no room for, in the place of its state; undefined where it has room. */
export function roomText({ state, full, nearly_full: nearly }: Partial<ReturnType<typeof accountRecord>>) {
  if (state !== 'enabled') return undefined;
  const parts = [full && `full: ${full}`, nearly && `nearly full: ${nearly}`].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join('; ');
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
    ...roomOf(account, main),
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
