import { ReconError } from '../errors.ts';
import type { SettingKey } from '../system/setting-keys.ts';

/** What one profile holds, as text a person typed. */
export type StoredProfile = Partial<Record<Exclude<SettingKey, 'profile'> | 'token-file', string>>;

/** The settings file. */
export interface StoredConfig {
  /** Grows when an older program could not read the file rightly. */
  version: number;
  /** The profile used where none is named. */
  profile?: string;
  profiles: Record<string, StoredProfile>;
}

const VERSION = 1;

export const emptyConfig = (): StoredConfig => ({ version: VERSION, profiles: {} });

export function profileOf(config: StoredConfig, name: string): StoredProfile {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name]! : {};
}

/** Puts values into a profile, making it where it is not there; undefined takes a value out. */
export function putIntoProfile(
  config: StoredConfig,
  name: string,
  values: { [K in keyof StoredProfile]?: string | undefined },
): void {
  const merged = Object.entries({ ...profileOf(config, name), ...values }).filter(([, value]) => value !== undefined);
  config.profiles[name] = Object.fromEntries(merged);
}

/**
 * Text of the file → settings; undefined where the text is not such a file. Keys that are not
 * known are kept, so that a newer program's settings survive an older one.
 */
export function parseStoredConfig(text: string, path: string): StoredConfig | undefined {
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
