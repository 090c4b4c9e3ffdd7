import { systemClock } from '../clock.ts';
import { type Account, addAccount, issueToken, listAccounts } from './domain/accounts.ts';
import { makeDataFolder, openStore } from './open-store.ts';
import { ensureOwnAccount } from './own-account.ts';

/** The accounts of a data folder, also while a service works on it. */
export interface Accounts {
  list(): Promise<Account[]>;
  /** `under` names a main account and makes a sub account of it. The token is shown this once. */
  add(name: string, under?: string): Promise<{ token: string }>;
  /** The account's earlier tokens stop working. */
  newToken(name: string): Promise<{ token: string }>;
  close(): Promise<void>;
}

export async function openAccounts(dataFolder: string): Promise<Accounts> {
  const store = await openStore(await makeDataFolder(dataFolder), systemClock);
  await ensureOwnAccount(store);
  return {
    list: () => listAccounts(store),
    async add(name, under) {
      await addAccount(store, under === undefined ? { name } : { name, under });
      return { token: await issueToken(store, name) };
    },
    newToken: async (name) => ({ token: await issueToken(store, name) }),
    close: () => store.db.destroy(),
  };
}
