import { expect, test } from 'vitest';
import type { StoredConfig } from '../../src/config/config-file.ts';
import { checkSetting, listSettings, resolveSettings, type SettingSources } from '../../src/config/settings.ts';
import { ReconError } from '../../src/errors.ts';
import { SETTING_KEYS } from '../../src/system/setting-keys.ts';

const stored: StoredConfig = {
  version: 1,
  profile: 'clinic',
  profiles: {
    clinic: { 'base-url': 'https://clinic.example', timeout: '20s', output: 'csv' },
    local: { 'base-url': 'http://127.0.0.1:4747' },
  },
};
const sources = (over: Partial<SettingSources>): SettingSources => ({ flags: {}, environment: {}, stored, ...over });

test('flag, then environment, then profile, then default', () => {
  const environment = { RECON_TIMEOUT: '10s' };
  const at = (over: Partial<SettingSources>) => resolveSettings(sources(over)).timeoutMs;
  expect(at({ flags: { timeout: '5s' }, environment })).toMatchObject({
    value: 5_000,
    from: 'flag',
    name: '--timeout',
  });
  expect(at({ environment })).toMatchObject({ value: 10_000, from: 'environment', name: 'RECON_TIMEOUT' });
  expect(at({})).toMatchObject({ value: 20_000, from: 'profile', name: 'profile "clinic"' });
  expect(at({ environment: { RECON_TIMEOUT: '' } })).toMatchObject({ from: 'profile' });
  expect(at({ flags: { profile: 'local' } })).toBeUndefined();
  expect(resolveSettings(sources({})).waitTimeoutMs).toMatchObject({ value: 1_800_000, from: 'default' });
});

test('the profile itself follows the same order, and decides where the rest comes from', () => {
  const baseUrl = (over: Partial<SettingSources>) => resolveSettings(sources(over)).baseUrl?.value;
  expect(baseUrl({})).toBe('https://clinic.example');
  expect(baseUrl({ environment: { RECON_PROFILE: 'local' } })).toBe('http://127.0.0.1:4747');
  expect(baseUrl({ environment: { RECON_PROFILE: 'local' }, flags: { profile: 'clinic' } })).toBe(
    'https://clinic.example',
  );
  expect(baseUrl({ environment: { RECON_BASE_URL: 'https://other.example/' } })).toBe('https://other.example');
  expect(baseUrl({ flags: { profile: 'constructor' } })).toBeUndefined();
});

test('nothing stored: the profile is called default and no service is known', () => {
  const settings = resolveSettings(sources({ stored: { version: 1, profiles: {} } }));
  expect(settings.profile).toMatchObject({ value: 'default', from: 'default' });
  expect(settings.profileIsStored).toBe(false);
  expect(settings.baseUrl).toBeUndefined();
});

const failure = (work: () => unknown): ReconError => {
  try {
    work();
  } catch (error) {
    if (error instanceof ReconError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

test.each([
  [{ flags: { timeout: '5' } }, 'usage', '--timeout "5" is not a duration; write it like 500ms, 2s, 3m or 1h'],
  [{ flags: { output: '' } }, 'usage', '--output "" is none of table, json, ndjson, csv, xlsx, id'],
  [{ environment: { RECON_TIMEOUT: 'soon' } }, 'usage', 'RECON_TIMEOUT "soon" is not a duration'],
  [{ environment: { RECON_BASE_URL: 'http://a.example' } }, 'usage', 'RECON_BASE_URL "http://a.example" should begin'],
  [{ flags: { profile: '../x' } }, 'usage', '--profile "../x" is not a profile name'],
  [
    { stored: { version: 1, profile: 'a', profiles: { a: { jobs: '0' } } } },
    'storage',
    'jobs in profile "a", "0", is not a whole number from 1 to 64',
  ],
] as const)('a bad value is named with its place: %j', (over, code, message) => {
  const error = failure(() => resolveSettings(sources(over)));
  expect(error.code).toBe(code);
  expect(error.message).toContain(message);
});

test('the list tells where each value came from, in the order of the keys', () => {
  const rows = listSettings(sources({ environment: { RECON_TIMEOUT: '10s' } }));
  expect(rows.map(({ key, setting, whereUnset }) => [key, setting?.text, setting?.name ?? whereUnset])).toEqual([
    ['base-url', 'https://clinic.example', 'profile "clinic"'],
    ['profile', 'clinic', 'the default profile'],
    ['ca-file', undefined, 'no certificates but those that this machine trusts'],
    ['timeout', '10s', 'RECON_TIMEOUT'],
    ['wait-timeout', '30m', 'default'],
    ['quiet-period', '180s', 'default'],
    ['jobs', '4', 'default'],
    ['output', 'csv', 'profile "clinic"'],
    ['color', 'auto', 'default'],
    ['clinic', undefined, 'no name on cards and prints'],
    ['language', 'en', 'default'],
  ]);
});

test('every setting that has no value tells what holds', () => {
  const rows = listSettings({ flags: {}, environment: {}, stored: { version: 1, profiles: {} } });
  expect(rows.map(({ key }) => key)).toEqual([...SETTING_KEYS]);
  for (const { setting, whereUnset } of rows) expect(setting?.text ?? whereUnset).toMatch(/./);
});

test('a value is checked before it is stored, and a base URL stored in its plain form', () => {
  expect(checkSetting('base-url', 'https://Clinic.Example/')).toBe('https://clinic.example');
  expect(checkSetting('jobs', '8')).toBe('8');
  expect(checkSetting('clinic', 'Clínica Exemplo & Söhne')).toBe('Clínica Exemplo & Söhne');
  for (const text of ['', '  ', 'two\nlines', 'x'.repeat(81)]) {
    expect(failure(() => checkSetting('clinic', text)).message).toContain('is no name of a clinic');
  }
  expect(failure(() => checkSetting('color', 'red')).message).toBe('color "red" is none of auto, always, never');
});

test('the name of the clinic, the language and the time of a wait can be set for all users of a machine', () => {
  const environment = { RECON_CLINIC: 'North Clinic', RECON_LANGUAGE: 'pt', RECON_WAIT_TIMEOUT: '1h' };
  const { clinic, language, waitTimeoutMs } = resolveSettings(sources({ environment }));
  expect(clinic).toMatchObject({ value: 'North Clinic', from: 'environment', name: 'RECON_CLINIC' });
  expect([language.value, waitTimeoutMs.value]).toEqual(['pt', 3_600_000]);
  const wrong = () => resolveSettings(sources({ environment: { RECON_LANGUAGE: 'tlh' } }));
  expect(wrong).toThrow(/RECON_LANGUAGE "tlh"/);
});
