import { ReconError } from '../errors.ts';
import type { OutputFormat } from '../system/output-formats.ts';
import { SETTING_KEYS, type SettingKey } from '../system/setting-keys.ts';
import { type ColorChoice, SETTING_RULES, type SettingValues } from './keys.ts';
import type { Environment } from './paths.ts';
import { profileOf, type StoredConfig } from './stored-config.ts';

/** A value and its source. */
export interface Setting<T> {
  value: T;
  from: 'flag' | 'environment' | 'profile' | 'default';
  /** The exact source: `--timeout`, `RECON_TIMEOUT`, `profile "local"`, `default`. */
  name: string;
  /** The value as it was written. */
  text: string;
}

export interface Settings {
  profile: Setting<string>;
  /** True if `login`, `serve` or `config set` has stored that profile. */
  profileIsStored: boolean;
  /** The base URL: no slash at the end; https, or http on this machine. */
  baseUrl: Setting<string> | undefined;
  /** The silence allowed per request; undefined keeps the usual limit of each kind of request. */
  timeoutMs: Setting<number> | undefined;
  waitTimeoutMs: Setting<number>;
  quietPeriodMs: Setting<number>;
  jobs: Setting<number>;
  output: Setting<OutputFormat> | undefined;
  color: Setting<ColorChoice>;
}

export interface SettingSources {
  /** The flags as typed, by setting key. */
  flags: Partial<Record<SettingKey, string | undefined>>;
  environment: Environment;
  stored: StoredConfig;
}

/**
 * Resolves the settings: flag, then environment, then profile, then default. A value that fails its check is `usage` if
 * it was given now, and `storage` if it was stored.
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

/** The profile in use. `recon config` needs only this, so it works while another setting is broken. */
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

/** Checks a value before it is stored and returns the text to store. Throws `usage` if the value is bad. */
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
  // An empty variable counts as unset; an empty flag is reported as a mistake.
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
  if ('problem' in checked) throw badValue(key, place, checked.problem);
  return { value: checked.value, from, name, text };
}

function badValue(key: SettingKey, place: { from: string; name: string; text: string | undefined }, problem: string) {
  const quoted = JSON.stringify(place.text);
  return place.from === 'profile'
    ? new ReconError('storage', `${key} in ${place.name}, ${quoted}, ${problem}`, {
        hint: { command: ['config', 'unset', key] },
      })
    : new ReconError('usage', `${place.name} ${quoted} ${problem}`);
}
