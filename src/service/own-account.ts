import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { replaceFile } from '../system/replace-file.ts';
import { type Account, accountOfToken, addAccount, issueToken, listAccounts } from './domain/accounts.ts';
import type { Store } from './domain/store.ts';

/** The account of the person who runs the service. */
const OWN_NAME = 'main';

export const tokenFileOf = (dataFolder: string) => join(dataFolder, 'token');

export async function ensureOwnAccount(store: Store): Promise<Account> {
  const found = (await listAccounts(store)).find(({ name }) => name === OWN_NAME);
  return found ?? addAccount(store, { name: OWN_NAME });
}

/** Reads the own account's token from its file (mode 0600), or makes a new one if none works. */
export async function ensureOwnToken(store: Store, dataFolder: string): Promise<{ account: Account; token: string }> {
  const account = await ensureOwnAccount(store);
  const kept = await readToken(tokenFileOf(dataFolder));
  if (kept !== undefined && (await accountOfToken(store, kept))?.account.id === account.id) {
    return { account, token: kept };
  }
  const token = await issueToken(store, account.name);
  await replaceFile(tokenFileOf(dataFolder), `${token}\n`);
  return { account, token };
}

async function readToken(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
