import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { withFileLock } from '../system/file-lock.ts';
import { hasDraft, removeDraft, replaceFile } from '../system/replace-file.ts';
import { makeClosedFolder, moveAside, readIfThere, storageError } from './private-files.ts';

/** `credentials.json`, which `login --insecure-storage` writes: accounts and their tokens, mode 0600. */
export function openCredentialsFile(configFolder: string) {
  const path = join(configFolder, 'credentials.json');
  const change = async (mutate: (tokens: Map<string, string>) => boolean) => {
    await makeClosedFolder(configFolder);
    return await withFileLock(join(configFolder, 'config.lock'), async () => {
      const tokens = await load(path);
      const changed = mutate(tokens);
      if (changed) await replaceFile(path, `${JSON.stringify(Object.fromEntries(tokens), undefined, 2)}\n`);
      // A login that was killed while writing may have left a token in the draft.
      else await removeDraft(path);
      return changed;
    });
  };
  const named = async <T>(work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      throw storageError(error, `use the token file ${path}`);
    }
  };
  return {
    path,
    read: (account: string) => named(async () => (await load(path)).get(account)),
    write: (account: string, token: string) => named(() => change((tokens) => tokens.set(account, token).has(account))),
    /** All that a token is kept for. */
    accounts: () => named(async () => [...(await load(path)).keys()]),
    /** Tells if there was a token. */
    remove: (account: string) =>
      named(async () => {
        const isThere = (await load(path)).has(account) || (await hasDraft(path));
        return isThere && (await change((tokens) => tokens.delete(account)));
      }),
  };
}

async function load(path: string): Promise<Map<string, string>> {
  const text = await readIfThere(path, true);
  const tokens = text === undefined ? new Map<string, string>() : parse(text);
  if (tokens !== undefined) return tokens;
  const aside = await moveAside(path);
  throw new ReconError('storage', `the token file ${path} cannot be understood, so it was kept as ${aside}`, {
    details: [
      'Every profile that was logged in with --insecure-storage has to log in again, by its name in --profile.',
    ],
    hint: { command: ['login', '--insecure-storage'], because: `and delete ${aside} then: it may hold tokens` },
  });
}

function parse(text: string): Map<string, string> | undefined {
  try {
    const entries = Object.entries(JSON.parse(text) as object);
    return entries.every(([, token]) => typeof token === 'string') ? new Map(entries) : undefined;
  } catch {
    return undefined;
  }
}
