import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock.ts';
import { unlessMissing } from '../errors.ts';
import { replaceFile } from '../system/replace-file.ts';
import { type Account, accountOfToken, addAccount, issueToken, listAccounts } from './domain/accounts.ts';
import type { Store } from './domain/store.ts';
import { makeDataFolder, openStore } from './open-store.ts';

/** The accounts of a data folder, also while a service works on it. */
export async function openAccounts(dataFolder: string) {
  const store = await openStore(await makeDataFolder(dataFolder), systemClock);
  await ensureOwnAccount(store);
  return {
    list: () => listAccounts(store),
    /** `under` names a main account and makes a sub account of it. The token is shown this once. */
    async add(name: string, under?: string) {
      await addAccount(store, name, under);
      return { token: await issueToken(store, name) };
    },
    /** The account's earlier tokens stop working. */
    newToken: async (name: string) => ({ token: await issueToken(store, name) }),
    close: () => store.database.close(),
  };
}

/** The account of the person who runs the service. */
const OWN_NAME = 'main';

export const tokenFileOf = (dataFolder: string) => join(dataFolder, 'token');

async function ensureOwnAccount(store: Store): Promise<Account> {
  const found = (await listAccounts(store)).find(({ name }) => name === OWN_NAME);
  return found ?? addAccount(store, OWN_NAME);
}

/** Reads the own account's token from its file (mode 0600), or makes a new one if none works. */
export async function ensureOwnToken(store: Store, dataFolder: string): Promise<{ account: Account; token: string }> {
  const account = await ensureOwnAccount(store);
  const kept = (await readFile(tokenFileOf(dataFolder), 'utf8').catch(unlessMissing))?.trim() ?? '';
  if ((await accountOfToken(store, kept))?.account.id === account.id) return { account, token: kept };
  const token = await issueToken(store, account.name);
  await replaceFile(tokenFileOf(dataFolder), `${token}\n`);
  return { account, token };
}
