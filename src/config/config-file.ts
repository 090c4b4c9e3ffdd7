import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ReconError } from '../errors.ts';
import { withFileLock } from '../system/file-lock.ts';
import { shellLine } from '../system/line-text.ts';
import { behindLinks, replaceThrough } from '../system/replace-file.ts';
import type { SettingKey, SurgeonKey } from '../system/setting-keys.ts';
import { makeClosedFolder, readIfThere, storageError } from './private-files.ts';

/**
 * The values of one profile, as typed. `logged-out` is there after a logout, until the next login. `data-folder` is of the
 * service on this machine at its address, whatever becomes of the login. `logins` are the origins that a
 * keyring may have tokens for, with blanks between, until a logout.
 */
export type StoredProfile = Partial<
  Record<
    Exclude<SettingKey, 'profile'> | SurgeonKey | 'token-file' | 'data-folder' | 'logged-out' | 'logins' | OAuthKey,
    string
  >
>;

/** Of a profile whose tokens come from an issuer; kept for the next login to it. */
type OAuthKey = 'issuer' | 'client-id' | 'scope';

/** The content of `config.json`: the settings of this person. */
export interface StoredConfig {
  /** The number grows when older programs would misread the file. */
  version: number;
  /** The profile to use when none is named. */
  profile?: string;
  profiles: Record<string, StoredProfile>;
}

const VERSION = 1;

export type ConfigFile = ReturnType<typeof openConfig>;

export function openConfig({ configFolder }: { configFolder: string }) {
  const path = join(configFolder, 'config.json');
  const locked = async <T>(work: () => Promise<T>) => {
    await makeClosedFolder(configFolder);
    return await withFileLock(join(configFolder, 'config.lock'), work);
  };
  return {
    path,
    /**
     * Empty settings if there is no file. A file that cannot be parsed throws `storage`, and stays where it is: put aside,
     * it would look as if nobody had ever made settings.
     */
    read: async (): Promise<StoredConfig> => {
      try {
        return await loadOrRefuse(path);
      } catch (error) {
        throw storageError(error, `read the settings in ${path}`);
      }
    },
    /** The settings as they are: a file that cannot be parsed is undefined, and stays where it is. */
    look: (): Promise<StoredConfig | undefined> => load(path),
    /**
     * Reads the file again, changes it and writes it. No other process can do the same meanwhile. One that cannot be parsed
     * is not written over.
     */
    change: async (mutate: (config: StoredConfig) => void) => {
      try {
        await locked(async () => {
          const config = await loadOrRefuse(path);
          mutate(config);
          await writeThroughConf(await behindLinks(path), config);
        });
      } catch (error) {
        throw storageError(error, `write the settings to ${path}`);
      }
    },
  };
}

export function profileOf(config: StoredConfig, name: string): StoredProfile {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name]! : {};
}

/** The data folder of the service on this machine that a profile is of. Versions before 0.28 kept its token's file alone. */
export const dataFolderOf = ({ 'data-folder': folder, 'token-file': tokenFile }: StoredProfile): string | undefined =>
  folder ?? (tokenFile && dirname(tokenFile));

/** Puts values into a profile, and makes it if needed; undefined removes a value. */
export function putIntoProfile(
  config: StoredConfig,
  name: string,
  values: { [K in keyof StoredProfile]?: string | undefined },
): void {
  const merged = Object.entries({ ...profileOf(config, name), ...values }).filter(([, value]) => value !== undefined);
  config.profiles[name] = Object.fromEntries(merged);
}

/** Undefined if the file exists and cannot be parsed. */
async function load(path: string): Promise<StoredConfig | undefined> {
  const text = await readIfThere(path, false);
  return text === undefined ? { version: VERSION, profiles: {} } : parse(text, path);
}

async function loadOrRefuse(path: string): Promise<StoredConfig> {
  const config = await load(path);
  if (config !== undefined) return config;
  throw new ReconError('storage', `the settings file ${path} cannot be understood`, {
    details: ['nothing of it was changed'],
    // With -i, an earlier one that was moved there is not replaced unasked.
    hint: `mend it, or move it away to begin anew: ${shellLine('mv', '-i', path, `${path}.bad`)}`,
  });
}

/** Undefined if it is no such file. Unknown keys are kept: an older program does not lose a newer one's settings. */
function parse(text: string, path: string): StoredConfig | undefined {
  const value = parseJson(text);
  if (!isObject(value) || typeof value['version'] !== 'number') return undefined;
  if (value['version'] > VERSION) {
    throw new ReconError('storage', `the settings file ${path} was written by a newer version of recon`, {
      hint: 'use that version, or move the file away',
    });
  }
  const { profile, profiles } = value;
  if (profile !== undefined && typeof profile !== 'string') return undefined;
  if (!isObject(profiles) || !Object.values(profiles).every(isProfile)) return undefined;
  return value as unknown as StoredConfig;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isProfile = (value: unknown) => isObject(value) && Object.values(value).every((one) => typeof one === 'string');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
    const written = parse(await readFile(conf.path, 'utf8'), conf.path);
    if (JSON.stringify(written) !== JSON.stringify(config)) throw diskFull();
    return conf.path;
  });
}

const diskFull = () => Object.assign(new Error('only a part was written'), { code: 'ENOSPC' });
