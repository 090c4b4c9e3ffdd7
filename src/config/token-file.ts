import { open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReconError } from '../errors.ts';
import { withLock } from './lock.ts';
import { makePrivateFolder, moveAside, readIfThere } from './private-files.ts';

/** The file that `login --insecure-storage` writes: accounts and their tokens, mode 0600. */
export interface TokenStore {
  path: string;
  read(account: string): Promise<string | undefined>;
  write(account: string, token: string): Promise<void>;
  /** Whether there was one. */
  remove(account: string): Promise<boolean>;
}

const MAX_BYTES = 1_000_000;

export function openTokenStore(configFolder: string): TokenStore {
  const path = join(configFolder, 'credentials.json');
  const change = async (mutate: (tokens: Map<string, string>) => boolean) => {
    await makePrivateFolder(configFolder);
    return await withLock(join(configFolder, 'config.lock'), async () => {
      const tokens = await load(path);
      const changed = mutate(tokens);
      if (changed) await replace(path, JSON.stringify(Object.fromEntries(tokens), undefined, 2));
      return changed;
    });
  };
  return {
    path,
    read: async (account) => (await load(path)).get(account),
    write: async (account, token) => {
      await change((tokens) => tokens.set(account, token).has(account));
    },
    remove: async (account) => ((await load(path)).has(account) ? change((tokens) => tokens.delete(account)) : false),
  };
}

async function load(path: string): Promise<Map<string, string>> {
  const text = await readIfThere(path, { maxBytes: MAX_BYTES, secret: true });
  const tokens = text === undefined ? new Map<string, string>() : parse(text);
  if (tokens !== undefined) return tokens;
  const aside = await moveAside(path);
  throw new ReconError('storage', `the token file ${path} cannot be understood, so it was kept as ${aside}`, {
    hint: 'recon login --insecure-storage',
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

/** Temporary file → fsync → rename → fsync of the folder, so that a power cut leaves the old or the new. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(`${text}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
