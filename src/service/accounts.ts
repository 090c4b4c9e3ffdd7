import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { systemClock } from '../clock.ts';
import { unlessMissing } from '../errors.ts';
import { replaceFile } from '../system/replace-file.ts';
import {
  type Account,
  type AccountsStore,
  addAccount,
  listAccounts,
  type Quota,
  setDisabled,
  setQuota,
} from './domain/accounts.ts';
import { callerOf } from './domain/callers.ts';
import { patientsByAccount } from './domain/patients-by-account.ts';
import { storedByAccount } from './domain/quotas.ts';
import {
  addToken,
  DEFAULT_LABEL,
  issueOwnToken,
  issueToken,
  listTokens,
  type NewToken,
  raiseOwnToken,
  revokeToken,
} from './domain/tokens.ts';
import { requireOwnFolder } from './folder-names.ts';
import { makeDataFolder, openStore } from './open-store.ts';
import type { Places } from './places.ts';
import { requireData, requireThisSchema } from './schema-of.ts';
import { dryRunOf } from './storage/dry-run.ts';
import { openReserve } from './storage/reserve.ts';

/**
 * The accounts of a service, also while it runs. Where there is no data yet, whoever changes accounts makes it.
 * @throws ReconError `storage` if the data is of another recon
 */
export async function openAccounts(places: Places, { isReading = false } = {}) {
  if (isReading) await requireData(places);
  else await requireThisSchema(places);
  const { store, close, spendOn } = await openAccountsStore(places, isReading);
  const undone = { ...store, database: dryRunOf(store.database) };
  return {
    /** Refuses what would be refused, and changes nothing. */
    dryRun: {
      add: (name: string, under?: string, quota?: Partial<Quota>) => addAccount(undone, name, under, quota),
      setQuota: (name: string, quota: Partial<Quota>) => setQuota(undone, name, quota),
      setDisabled: (name: string, isDisabled: boolean) => setDisabled(undone, name, isDisabled),
      newToken: (name: string) => issueToken(undone, name),
      addToken: (name: string, wanted: NewToken) => addToken(undone, name, wanted),
      revokeToken: (name: string, token: string) => revokeToken(undone, name, token),
    },
    /** With what each stores, its sub accounts included. */
    async list() {
      const all = await listAccounts(store);
      const stored = await storedByAccount(
        store,
        all.map(({ id }) => id),
      );
      return all.map((one) => ({ ...one, stored: stored.get(one.id)! }));
    },
    /** `under` names a main account and makes a sub account of it. The token is shown this once. */
    async add(name: string, under?: string, quota?: Partial<Quota>) {
      await addAccount(store, name, under, quota);
      return await addToken(store, name, { label: DEFAULT_LABEL, scope: 'write' });
    },
    withPatients: () => patientsByAccount(store),
    setQuota: (name: string, quota: Partial<Quota>) => setQuota(store, name, quota),
    setDisabled: (name: string, isDisabled: boolean) => spendOn(() => setDisabled(store, name, isDisabled)),
    /** The account's earlier tokens stop working. */
    newToken: async (name: string) => ({ token: await issueToken(store, name), expiresAt: null }),
    listTokens: () => listTokens(store),
    /** The account's other tokens go on working. */
    addToken: (name: string, wanted: NewToken) => addToken(store, name, wanted),
    /** `token` is its label or its number. */
    revokeToken: (name: string, token: string) => spendOn(() => revokeToken(store, name, token)),
    /** Whom a token acts for; undefined if it does not work. */
    async callerOf(token: string) {
      const caller = await callerOf(store, token);
      return 'why' in caller ? undefined : caller;
    },
    close,
  };
}

async function openAccountsStore({ dataFolder, databaseUrl }: Places, isReading: boolean) {
  const clock = systemClock;
  if (databaseUrl !== undefined) {
    const { openPostgresDatabase } = await import('./storage/postgres/postgres-database.ts');
    const database = await openPostgresDatabase(databaseUrl);
    const spendOn = <T>(work: () => Promise<T>) => work();
    return { store: { database, db: database.db, clock }, close: () => database.close(), spendOn };
  }
  await requireOwnFolder(resolve(dataFolder));
  const folder = await makeDataFolder(dataFolder);
  const store = await openStore(folder, clock);
  if (!isReading) await ensureOwnAccount(store);
  // A full disk must keep nobody from shutting somebody out.
  return { store, close: () => store.database.close(), spendOn: openReserve(folder).spendOn };
}

/** The account of the person who runs the service. */
const OWN_NAME = 'main';

async function ensureOwnAccount(store: AccountsStore): Promise<Account> {
  const found = (await listAccounts(store)).find(({ name }) => name === OWN_NAME);
  return found ?? addAccount(store, OWN_NAME);
}

export interface OwnAccount {
  account: Account;
  token: string;
  /** Readable only for its owner. */
  tokenFile: string;
}

/** Reads the own account's token from its file (mode 0600), or makes a new one if none works. */
export async function ensureOwnToken(store: AccountsStore, dataFolder: string): Promise<OwnAccount> {
  const tokenFile = join(dataFolder, 'token');
  const account = await ensureOwnAccount(store);
  const kept = (await readFile(tokenFile, 'utf8').catch(unlessMissing))?.trim() ?? '';
  const caller = await callerOf(store, kept);
  // Another token would not work for a disabled account either.
  if ('why' in caller) {
    if (caller.why === 'disabled') return { account, token: kept, tokenFile };
  } else if (caller.account.id === account.id) {
    if (caller.scope !== 'admin') await raiseOwnToken(store, caller.tokenId);
    return { account, token: kept, tokenFile };
  }
  const token = await issueOwnToken(store, account.name);
  await replaceFile(tokenFile, `${token}\n`);
  return { account, token, tokenFile };
}
