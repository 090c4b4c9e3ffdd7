import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { withLock } from './lock.ts';
import type { ConfigPaths } from './paths.ts';
import { makePrivateFolder, moveAside, readIfThere, storageError } from './private-files.ts';
import { behindLinks, replaceFile } from './replace-file.ts';
import { emptyConfig, parseStoredConfig, type StoredConfig } from './stored-config.ts';

const MAX_BYTES = 1_000_000;

/** The settings file of this person. */
export interface ConfigStore {
  path: string;
  /** Empty settings where there is no file. A file that cannot be understood is kept as `.bad`, and is `storage`. */
  read(): Promise<StoredConfig>;
  /** Reads the file again, changes it and writes it, while no other process does. */
  change(mutate: (config: StoredConfig) => void): Promise<void>;
}

export function openConfig({ configFolder }: Pick<ConfigPaths, 'configFolder'>): ConfigStore {
  const path = join(configFolder, 'config.json');
  const locked = async <T>(work: () => Promise<T>) => {
    await makePrivateFolder(configFolder);
    return await withLock(join(configFolder, 'config.lock'), work);
  };
  return {
    path,
    read: async () => {
      try {
        return (await load(path)) ?? (await locked(() => loadOrMoveAside(path)));
      } catch (error) {
        throw storageError(error, `read the settings in ${path}`);
      }
    },
    change: async (mutate) => {
      try {
        await locked(async () => {
          const config = await loadOrMoveAside(path);
          mutate(config);
          await replaceFile(await behindLinks(path), `${JSON.stringify(config, undefined, 2)}\n`);
        });
      } catch (error) {
        throw storageError(error, `write the settings to ${path}`);
      }
    },
  };
}

/** undefined where the file is there and cannot be understood. */
async function load(path: string): Promise<StoredConfig | undefined> {
  const text = await readIfThere(path, { maxBytes: MAX_BYTES, secret: false });
  return text === undefined ? emptyConfig() : parseStoredConfig(text, path);
}

async function loadOrMoveAside(path: string): Promise<StoredConfig> {
  const config = await load(path);
  if (config !== undefined) return config;
  const aside = await moveAside(path);
  throw new ReconError('storage', `the settings file ${path} cannot be understood, so it was kept as ${aside}`, {
    hint: 'recon login (or recon serve) writes a new one; what the old one says is still readable',
  });
}
