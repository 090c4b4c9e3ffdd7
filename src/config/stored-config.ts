import { ReconError } from '../errors.ts';
import type { SettingKey } from '../system/setting-keys.ts';

/** The values of one profile, as typed. */
export type StoredProfile = Partial<Record<Exclude<SettingKey, 'profile'> | 'token-file', string>>;

/** The settings file. */
export interface StoredConfig {
  /** The number grows when older programs would misread the file. */
  version: number;
  /** The profile to use when none is named. */
  profile?: string;
  profiles: Record<string, StoredProfile>;
}

const VERSION = 1;

export const emptyConfig = (): StoredConfig => ({ version: VERSION, profiles: {} });

export function profileOf(config: StoredConfig, name: string): StoredProfile {
  return Object.hasOwn(config.profiles, name) ? config.profiles[name]! : {};
}

/** Puts values into a profile, and makes it if needed; undefined removes a value. */
export function putIntoProfile(
  config: StoredConfig,
  name: string,
  values: { [K in keyof StoredProfile]?: string | undefined },
): void {
  const merged = Object.entries({ ...profileOf(config, name), ...values }).filter(([, value]) => value !== undefined);
  config.profiles[name] = Object.fromEntries(merged);
}

/**
 * Reads the settings from the file's text; undefined if it is no such file. Unknown keys are kept, so that an older
 * program does not lose a newer one's settings.
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
