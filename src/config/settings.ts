import { ReconError } from '../errors.ts';
import type { OutputFormat } from '../system/output-formats.ts';
import { SETTING_KEYS, type SettingKey } from '../system/setting-keys.ts';
import { type ColorChoice, SETTING_RULES, type SettingValues } from './keys.ts';
import type { Environment } from './paths.ts';
import { profileOf, type StoredConfig } from './stored-config.ts';

/** A value and where it came from. */
export interface Setting<T> {
  value: T;
  from: 'flag' | 'environment' | 'profile' | 'default';
  /** The very place: `--timeout`, `RECON_TIMEOUT`, `profile "local"`, `default`. */
  name: string;
  /** The value as it was written. */
  text: string;
}

export interface Settings {
  profile: Setting<string>;
  /** Whether that profile has been written down by `login`, `serve` or `config set`. */
  profileIsStored: boolean;
  /** No slash at the end; https, or http on this machine. */
  baseUrl: Setting<string> | undefined;
  /** Silence allowed per request; undefined leaves each kind of request its own limit. */
  timeoutMs: Setting<number> | undefined;
  waitTimeoutMs: Setting<number>;
  quietPeriodMs: Setting<number>;
  jobs: Setting<number>;
  output: Setting<OutputFormat> | undefined;
  color: Setting<ColorChoice>;
}

export interface SettingSources {
  /** As typed, by the key that the flag stands for. */
  flags: Partial<Record<SettingKey, string | undefined>>;
  environment: Environment;
  stored: StoredConfig;
}

/**
 * Flag, then environment, then profile, then default. A value that does not pass its check is
 * `usage` where it was just given and `storage` where it was stored.
 */
export function resolveSettings(sources: SettingSources): Settings {
  const profile = resolveProfile(sources);
  const stored = profileOf(sources.stored, profile.value);
  const of = <K extends SettingKey>(key: K) => resolve(key, sources, stored[key], `profile "${profile.value}"`);
  return {
    profile,
    profileIsStored: Object.hasOwn(sources.stored.profiles, profile.value),
    baseUrl: of('base-url'),
    timeoutMs: of('timeout'),
    waitTimeoutMs: of('wait-timeout')!,
    quietPeriodMs: of('quiet-period')!,
    jobs: of('jobs')!,
    output: of('output'),
    color: of('color')!,
  };
}

/** The profile in use; what `recon config` works on even where another setting is broken. */
export function resolveProfile(sources: SettingSources): Setting<string> {
  return resolve('profile', sources, sources.stored.profile, 'the default profile')!;
}

/** Every setting that has a value, in the order of the keys. */
export function listSettings(sources: SettingSources): { key: SettingKey; setting: Setting<unknown> }[] {
  const { profile, baseUrl, timeoutMs, waitTimeoutMs, quietPeriodMs, jobs, output, color } = resolveSettings(sources);
  const byKey: Record<SettingKey, Setting<unknown> | undefined> = {
    'base-url': baseUrl,
    profile,
    timeout: timeoutMs,
    'wait-timeout': waitTimeoutMs,
    'quiet-period': quietPeriodMs,
    jobs,
    output,
    color,
  };
  return SETTING_KEYS.flatMap((key) => {
    const setting = byKey[key];
    return setting === undefined ? [] : [{ key, setting }];
  });
}

/** Checks a value before it is stored; `usage` where it does not pass. Returns the text to store. */
export function checkSetting(key: SettingKey, text: string): string {
  const checked = SETTING_RULES[key].check(text);
  if ('problem' in checked) throw new ReconError('usage', `${key} ${JSON.stringify(text)} ${checked.problem}`);
  return key === 'base-url' ? String(checked.value) : text;
}

function resolve<K extends SettingKey>(
  key: K,
  sources: SettingSources,
  stored: string | undefined,
  storedName: string,
): Setting<SettingValues[K]> | undefined {
  const rule = SETTING_RULES[key];
  // An empty variable is an unset one; an empty flag is a mistake worth naming.
  const fromEnvironment = (rule.environment && sources.environment[rule.environment]) || undefined;
  const places = [
    { from: 'flag', name: `--${key}`, text: sources.flags[key] },
    { from: 'environment', name: rule.environment ?? '', text: fromEnvironment },
    { from: 'profile', name: storedName, text: stored },
    { from: 'default', name: 'default', text: rule.byDefault },
  ] as const;
  const place = places.find(({ text }) => text !== undefined);
  if (place?.text === undefined) return undefined;
  const { from, name, text } = place;
  const checked = rule.check(text);
  if ('problem' in checked) throw broken(key, place, checked.problem);
  return { value: checked.value, from, name, text };
}

function broken(key: SettingKey, place: { from: string; name: string; text: string | undefined }, problem: string) {
  const quoted = JSON.stringify(place.text);
  return place.from === 'profile'
    ? new ReconError('storage', `${key} in ${place.name}, ${quoted}, ${problem}`, { hint: `recon config unset ${key}` })
    : new ReconError('usage', `${place.name} ${quoted} ${problem}`);
}
