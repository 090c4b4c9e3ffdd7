import { parseBaseUrl } from '../system/base-url.ts';
import { parseDuration } from '../system/duration.ts';
import { OUTPUT_FORMATS, type OutputFormat } from '../system/output-formats.ts';
import { SETTING_KEYS, type SettingKey } from '../system/setting-keys.ts';
import { wholeNumber } from '../system/whole-number.ts';

export const COLOR_CHOICES = ['auto', 'always', 'never'] as const;
export type ColorChoice = (typeof COLOR_CHOICES)[number];

export interface SettingValues {
  'base-url': string;
  profile: string;
  timeout: number;
  'wait-timeout': number;
  'quiet-period': number;
  jobs: number;
  output: OutputFormat;
  color: ColorChoice;
}

type Checked<T> = { value: T } | { problem: string };

export interface SettingRule<T> {
  /** The purpose of the key, in a few words. */
  about: string;
  /** The value, or a phrase that follows the quoted text: "is not a duration; …". */
  check(text: string): Checked<T>;
  environment?: string;
  /** The default as a person would type it. */
  byDefault?: string;
}

const LARGEST_JOBS = 64;
const PROFILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

const duration = (text: string): Checked<number> => {
  const value = parseDuration(text);
  return value === undefined ? { problem: 'is not a duration; write it like 500ms, 2s, 3m or 1h' } : { value };
};

const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (text: string): Checked<T> => {
    const value = choices.find((choice) => choice === text);
    return value === undefined ? { problem: `is none of ${choices.join(', ')}` } : { value };
  };

const jobs = (text: string): Checked<number> => {
  const value = wholeNumber(text, 1, LARGEST_JOBS);
  return value === undefined ? { problem: `is not a whole number from 1 to ${LARGEST_JOBS}` } : { value };
};

const profile = (text: string): Checked<string> =>
  PROFILE_NAME.test(text)
    ? { value: text }
    : { problem: 'is not a profile name; use letters, digits, ".", "-" and "_", beginning with a letter or digit' };

const baseUrl = (text: string): Checked<string> => {
  const parsed = parseBaseUrl(text);
  return 'problem' in parsed ? parsed : { value: parsed.text };
};

export const SETTING_RULES: { readonly [K in SettingKey]: SettingRule<SettingValues[K]> } = {
  'base-url': { about: 'where the service is', check: baseUrl, environment: 'RECON_BASE_URL' },
  profile: { about: 'the profile in use', check: profile, environment: 'RECON_PROFILE', byDefault: 'default' },
  timeout: { about: 'the silence allowed per request', check: duration, environment: 'RECON_TIMEOUT' },
  'wait-timeout': { about: 'how long a wait for a 3D model lasts', check: duration, byDefault: '30m' },
  'quiet-period': {
    about: 'how long a request of unknown outcome may still be at work',
    check: duration,
    byDefault: '180s',
  },
  jobs: { about: 'patients sent at the same time in a batch', check: jobs, byDefault: '4' },
  output: { about: 'how answers are written', check: oneOf(OUTPUT_FORMATS) },
  color: { about: 'when colour is used', check: oneOf(COLOR_CHOICES), byDefault: 'auto' },
};

export function isSettingKey(text: string): text is SettingKey {
  return (SETTING_KEYS as readonly string[]).includes(text);
}
