import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { unlessMissing } from '../errors.ts';
import { replaceFile } from '../system/replace-file.ts';
import {
  type Account,
  type AccountsStore,
  accountOfToken,
  addAccount,
  issueToken,
  listAccounts,
} from './domain/accounts.ts';
import { makeDataFolder, openStore } from './open-store.ts';
import type { Places } from './places.ts';

/** The accounts of a service, also while it runs. */
export async function openAccounts(places: Places) {
  const { store, close } = await openAccountsStore(places);
  return {
    list: () => listAccounts(store),
    /** `under` names a main account and makes a sub account of it. The token is shown this once. */
    async add(name: string, under?: string) {
      await addAccount(store, name, under);
      return { token: await issueToken(store, name) };
    },
    /** The account's earlier tokens stop working. */
    newToken: async (name: string) => ({ token: await issueToken(store, name) }),
    close,
  };
}

async function openAccountsStore({ dataFolder, databaseUrl }: Places) {
  const clock = systemClock;
  if (databaseUrl !== undefined) {
    const { openPostgresDatabase } = await import('./storage/postgres/postgres-database.ts');
    const database = await openPostgresDatabase(databaseUrl);
    return { store: { database, db: database.db, clock }, close: () => database.close() };
  }
  const store = await openStore(await makeDataFolder(dataFolder), clock);
  await ensureOwnAccount(store);
  return { store, close: () => store.database.close() };
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
  if ((await accountOfToken(store, kept))?.account.id === account.id) return { account, token: kept, tokenFile };
  const token = await issueToken(store, account.name);
  await replaceFile(tokenFile, `${token}\n`);
  return { account, token, tokenFile };
}
