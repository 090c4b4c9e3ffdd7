import { isAbsolute } from 'node:path';
import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import { parseDuration } from '../system/duration.ts';
import { LANGUAGES, type Language } from '../system/languages.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../system/output-formats.ts';
import { SETTING_KEYS, type SettingKey, SURGEON, type SurgeonKey } from '../system/setting-keys.ts';
import { wholeNumber } from '../system/whole-number.ts';
import { profileOf, type StoredConfig } from './config-file.ts';
import type { Environment } from './paths.ts';
import { checkSurgeon, isSurgeonKey, surgeonKeyOf, surgeonsOf } from './surgeons.ts';

const COLOR_CHOICES = ['auto', 'always', 'never'] as const;

interface SettingValues {
  'base-url': string;
  profile: string;
  'ca-file': string;
  timeout: number;
  'wait-timeout': number;
  'quiet-period': number;
  jobs: number;
  output: OutputFormat;
  color: (typeof COLOR_CHOICES)[number];
  clinic: string;
  language: Language;
}

type Checked<T> = { value: T } | { problem: string; hint?: string };

interface SettingRule<T> {
  /** The value, or a phrase that follows the quoted text: "is not a duration; …". */
  check(text: string): Checked<T>;
  environment?: string;
  /** All the values that it may have, where they are few. */
  choices?: readonly string[];
  /** The default as a person would type it. */
  byDefault?: string;
  /** What holds where nothing is set, for a setting without such a default. */
  whereUnset?: string;
}

const LARGEST_JOBS = 64;
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

const checked = <T>(value: T | undefined, problem: string): Checked<T> =>
  value === undefined ? { problem } : { value };

const duration = (text: string) => checked(parseDuration(text), 'is not a duration; write it like 500ms, 2s, 3m or 1h');

const oneOf = <T extends string>(choices: readonly T[]) => ({
  choices,
  check: (text: string) =>
    checked(
      choices.find((choice) => choice === text),
      `is none of ${choices.join(', ')}`,
    ),
});

const jobs = (text: string) =>
  checked(wholeNumber(text, 1, LARGEST_JOBS), `is not a whole number from 1 to ${LARGEST_JOBS}`);

const profile = (text: string) =>
  checked(
    PROFILE_NAME.exec(text)?.[0],
    'is not a profile name; use letters, digits, ".", "-" and "_", beginning with a letter or digit',
  );

const baseUrl = (text: string): Checked<string> => {
  const parsed = parseBaseUrl(text);
  return 'problem' in parsed ? parsed : { value: parsed.text };
};

const caFile = (text: string) => checked(isAbsolute(text) ? text : undefined, 'is no absolute path');

const clinic = (text: string) =>
  checked(/^(?=.*\S)[^\p{Cc}]{1,80}$/u.exec(text)?.[0], 'is no name of a clinic; use 1 to 80 characters on one line');

export const DEFAULT_PROFILE = 'default';

const RULES: { readonly [K in SettingKey]: SettingRule<SettingValues[K]> } = {
  'base-url': { check: baseUrl, environment: 'RECON_BASE_URL', whereUnset: 'no service is set up' },
  profile: { check: profile, environment: 'RECON_PROFILE', byDefault: DEFAULT_PROFILE },
  /** More certificates to trust; those of NODE_EXTRA_CA_CERTS stay trusted beside them. */
  'ca-file': { check: caFile, whereUnset: 'no certificates but those that this machine trusts' },
  /** The silence allowed per request. */
  timeout: { check: duration, environment: 'RECON_TIMEOUT', whereUnset: 'the usual limit of each kind of request' },
  /** How long a wait for a 3D model lasts. */
  'wait-timeout': { check: duration, environment: 'RECON_WAIT_TIMEOUT', byDefault: '30m' },
  /** How long a request of unknown outcome may still be at work. */
  'quiet-period': { check: duration, byDefault: '180s' },
  /** Patients sent at the same time in a batch. */
  jobs: { check: jobs, byDefault: '4' },
  output: { ...oneOf(OUTPUT_FORMATS), whereUnset: 'a table on a terminal, elsewhere lines with tabs' },
  color: { ...oneOf(COLOR_CHOICES), byDefault: 'auto' },
  /** Its name, for what is printed. */
  clinic: { check: clinic, environment: 'RECON_CLINIC', whereUnset: 'no name on cards and prints' },
  /** The language of cards for patients. */
  language: { ...oneOf(LANGUAGES), environment: 'RECON_LANGUAGE', byDefault: 'en' },
};

/** A value and its source. */
export interface Setting<T> {
  value: T;
  from: 'flag' | 'environment' | 'profile' | 'default';
  /** The exact source: `--timeout`, `RECON_TIMEOUT`, `profile "local"`, `default`. */
  name: string;
  /** The value as it was written. */
  text: string;
}

export interface SettingSources {
  /** The flags as typed, by setting key. */
  flags: Partial<Record<SettingKey, string | undefined>>;
  environment: Environment;
  stored: StoredConfig;
}

export type Settings = ReturnType<typeof resolveSettings>;

/**
 * Resolves the settings: flag, then environment, then profile, then default. A value that fails its check is `usage` if
 * it was given now, and `storage` if it was stored.
 */
export function resolveSettings(sources: SettingSources) {
  const profile = resolveProfile(sources);
  const settingOf = inProfile(profile, sources);
  return {
    profile,
    /** True if `login`, `serve` or `config set` has stored that profile. */
    profileIsStored: Object.hasOwn(sources.stored.profiles, profile.value),
    /** The base URL: no slash at the end; https, or http on this machine. */
    baseUrl: settingOf('base-url'),
    /** A file of more certificates to trust. */
    caFile: settingOf('ca-file'),
    /** The silence allowed per request; undefined keeps the usual limit of each kind of request. */
    timeoutMs: settingOf('timeout'),
    waitTimeoutMs: settingOf('wait-timeout')!,
    quietPeriodMs: settingOf('quiet-period')!,
    jobs: settingOf('jobs')!,
    output: settingOf('output'),
    color: settingOf('color')!,
    /** For what is printed. */
    clinic: settingOf('clinic'),
    /** Of cards for patients. */
    language: settingOf('language')!,
    /** Ids of surgeons' accounts, by the names kept for them. */
    surgeons: surgeonsOf(profileOf(sources.stored, profile.value)),
  };
}

/** The profile in use. `recon config` needs only this, so it works while another setting is broken. */
export function resolveProfile(sources: SettingSources): Setting<string> {
  return resolve('profile', sources, sources.stored.profile, 'the default profile')!;
}

/** One setting, whatever is wrong with others. */
export const resolveSetting = <K extends Exclude<SettingKey, 'profile'>>(key: K, sources: SettingSources) =>
  inProfile(resolveProfile(sources), sources)(key);

/** A setting, or what holds where it is not set. */
export interface ListedSetting {
  key: SettingKey | SurgeonKey;
  setting?: Setting<unknown> | undefined;
  whereUnset?: string | undefined;
  /** What is wrong with it; then it has no value. */
  problem?: ReconError;
}

/** Every setting, in the order of the keys, and the names of surgeons that are kept. */
export function listSettings(sources: SettingSources): ListedSetting[] {
  const profile = resolveProfile(sources);
  const name = `profile "${profile.value}"`;
  const stored = profileOf(sources.stored, profile.value);
  const settings = SETTING_KEYS.map((key): ListedSetting => {
    if (key === 'profile') return { key, setting: profile };
    const place = placeOf(key, sources, stored[key], name);
    if (place === undefined) return { key, whereUnset: RULES[key].whereUnset };
    try {
      return { key, setting: settingAt(key, place) };
    } catch (error) {
      if (!(error instanceof ReconError)) throw error;
      return { key, setting: { ...place, value: undefined }, problem: error };
    }
  });
  const surgeons = [...surgeonsOf(stored)].map(([surgeon, id]) => ({
    key: surgeonKeyOf(`${SURGEON}${surgeon}`),
    setting: { value: id, from: 'profile', name, text: id } as const,
  }));
  return [...settings, ...surgeons];
}

/** All the values that a setting may have, where they are few. */
export function choicesOf(text: string | undefined): readonly string[] | undefined {
  const key = SETTING_KEYS.find((one) => one === text);
  return key && RULES[key].choices;
}

const SCREEN_READER = /^(accessib|screen[ _-]?reader|braille)/i;
/** The program that reads the screen sets it for all commands; a setting would be of one profile. */
const AS_VARIABLE = {
  before: 'for a screen reader, set the variable ACCESSIBLE=1 in the environment; how that is done',
  command: ['help', 'screen-reader'],
};

const NO_COLOR = /^no[ _-]?colou?rs?$/i;
const NEVER = {
  command: ['config', 'set', 'color', 'never'],
  because: 'in this profile; NO_COLOR=1 in the environment is for all',
};

/** Throws `usage` if there is no such key. */
export function settingKey(text: string): SettingKey | SurgeonKey {
  if (text.startsWith(SURGEON)) return surgeonKeyOf(text);
  const key = SETTING_KEYS.find((one) => one === text);
  if (key !== undefined) return key;
  throw new ReconError('usage', `there is no setting ${JSON.stringify(text)}`, {
    details: [`settings: ${SETTING_KEYS.join(', ')}, ${SURGEON}NAME`],
    ...(SCREEN_READER.test(text) && { hint: AS_VARIABLE }),
    ...(NO_COLOR.test(text) && { hint: NEVER }),
  });
}

/** Checks a value before it is stored and returns the text to store. Throws `usage` if the value is bad. */
export function checkSetting(key: SettingKey | SurgeonKey, text: string): string {
  if (isSurgeonKey(key)) return checkSurgeon(key, text);
  const result = RULES[key].check(text);
  if ('problem' in result) {
    const { problem, hint } = result;
    throw new ReconError('usage', `${key} ${JSON.stringify(text)} ${problem}`, { hint });
  }
  return key === 'base-url' ? String(result.value) : text;
}

function inProfile({ value: name }: Setting<string>, sources: SettingSources) {
  const stored = profileOf(sources.stored, name);
  return <K extends Exclude<SettingKey, 'profile'>>(key: K) => resolve(key, sources, stored[key], `profile "${name}"`);
}

function resolve<K extends SettingKey>(
  key: K,
  sources: SettingSources,
  stored: string | undefined,
  storedName: string,
): Setting<SettingValues[K]> | undefined {
  const place = placeOf(key, sources, stored, storedName);
  return place && settingAt(key, place);
}

/** Where the value of a setting comes from, and how it is written there. */
type SettingPlace = Omit<Setting<unknown>, 'value'>;

function placeOf(
  key: SettingKey,
  { flags, environment }: SettingSources,
  stored: string | undefined,
  storedName: string,
): SettingPlace | undefined {
  const rule = RULES[key];
  const places: readonly (Omit<SettingPlace, 'text'> & { text: string | undefined })[] = [
    { from: 'flag', name: `--${key}`, text: flags[key] },
    // An empty variable counts as unset; an empty flag is reported as a mistake.
    { from: 'environment', name: rule.environment ?? '', text: environment[rule.environment ?? ''] || undefined },
    { from: 'profile', name: storedName, text: stored },
    { from: 'default', name: 'default', text: rule.byDefault },
  ];
  for (const { text, ...place } of places) if (text !== undefined) return { ...place, text };
  return undefined;
}

function settingAt<K extends SettingKey>(key: K, place: SettingPlace): Setting<SettingValues[K]> {
  const { from, name, text } = place;
  const result = RULES[key].check(text);
  if ('value' in result) return { ...place, value: result.value };
  const quoted = JSON.stringify(text);
  if (from === 'profile') {
    throw new ReconError('storage', `${key} in ${name}, ${quoted}, ${result.problem}`, {
      hint: { command: ['config', 'unset', key] },
    });
  }
  const where = 'another value where it is set, which may be for all users, such as in /etc/environment';
  const hint = result.hint ?? (from === 'environment' ? where : undefined);
  throw new ReconError('usage', `${name} ${quoted} ${result.problem}`, { hint });
}
