import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError } from '../errors.ts';
import { withFileLock } from '../system/file-lock.ts';
import { behindLinks, replaceThrough } from '../system/replace-file.ts';
import type { ConfigPaths } from './paths.ts';
import { makePrivateFolder, moveAside, readIfThere, storageError } from './private-files.ts';
import { emptyConfig, parseStoredConfig, type StoredConfig } from './stored-config.ts';

const MAX_BYTES = 1_000_000;

/** The settings file of this person. */
export interface ConfigStore {
  path: string;
  /** Empty settings if there is no file. A file that cannot be parsed is kept as `.bad`, and throws `storage`. */
  read(): Promise<StoredConfig>;
  /** Reads the file again, changes it and writes it. No other process can do the same meanwhile. */
  change(mutate: (config: StoredConfig) => void): Promise<void>;
}

export function openConfig({ configFolder }: Pick<ConfigPaths, 'configFolder'>): ConfigStore {
  const path = join(configFolder, 'config.json');
  const locked = async <T>(work: () => Promise<T>) => {
    await makePrivateFolder(configFolder);
    return await withFileLock(join(configFolder, 'config.lock'), work);
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
          await writeThroughConf(await behindLinks(path), config);
        });
      } catch (error) {
        throw storageError(error, `write the settings to ${path}`);
      }
    },
  };
}

/** Undefined if the file exists and cannot be parsed. */
async function load(path: string): Promise<StoredConfig | undefined> {
  const text = await readIfThere(path, { maxBytes: MAX_BYTES, secret: false });
  return text === undefined ? emptyConfig() : parseStoredConfig(text, path);
}

async function loadOrMoveAside(path: string): Promise<StoredConfig> {
  const config = await load(path);
  if (config !== undefined) return config;
  const aside = await moveAside(path);
  throw new ReconError('storage', `the settings file ${path} cannot be understood, so it was kept as ${aside}`, {
    details: [
      'what the old one says is still readable',
      { before: 'a service here writes a new one', command: ['serve'] },
    ],
    hint: { command: ['login'], because: 'which writes a new one' },
  });
}

/**
 * Lets conf write into a folder of its own, and reads the result before it replaces the settings: conf itself replaces
 * them with a file that a nearly full disk has cut, and reports no failure. conf is loaded only here: it takes longer
 * than the whole start of a read-only command may take.
 */
async function writeThroughConf(path: string, config: StoredConfig): Promise<void> {
  const { default: Conf } = await import('conf');
  await replaceThrough(path, `${path}.draft`, async (folder) => {
    await mkdir(folder, { mode: 0o700 });
    const conf = new Conf({
      cwd: folder,
      configName: 'config',
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
      clearInvalidConfig: false,
    });
    conf.store = { ...config };
    if (isCut(await readFile(conf.path, 'utf8'), config)) throw diskFull();
    return conf.path;
  });
}

function isCut(text: string, config: StoredConfig): boolean {
  const written = parseStoredConfig(text, 'config.json');
  return JSON.stringify(written) !== JSON.stringify(config);
}

const diskFull = () => Object.assign(new Error('only a part was written'), { code: 'ENOSPC' });
