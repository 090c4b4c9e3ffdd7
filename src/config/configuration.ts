import { dirname } from 'node:path';
import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import { SETTING_KEYS, type SettingKey } from '../system/setting-keys.ts';
import { type Connection, findConnection } from './connection.ts';
import { type Credentials, createCredentials, type TokenPlace } from './credentials.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import { isSettingKey, SETTING_RULES } from './keys.ts';
import { type LoginTarget, loginTarget, logout, writeLogin } from './login.ts';
import { type ConfigPaths, configPaths, type Environment } from './paths.ts';
import {
  checkSetting,
  listSettings,
  resolveProfile,
  resolveSettings,
  type Setting,
  type SettingSources,
  type Settings,
} from './settings.ts';
import { type ConfigStore, openConfig } from './store.ts';
import { profileOf, putIntoProfile, type StoredConfig } from './stored-config.ts';
import { checkToken } from './token.ts';

/** Settings, profiles and tokens of one run: the stored values, overridden by environment and flags. */
export interface Configuration {
  paths: ConfigPaths;
  /** The settings file. */
  file: string;
  credentials: Credentials;
  settings(): Promise<Settings>;
  /** Every setting that has a value, and the source of that value. */
  list(): Promise<{ key: SettingKey; setting: Setting<unknown> }[]>;
  get(key: string): Promise<Setting<unknown> | undefined>;
  /** Throws `usage` if the key is not known or cannot have the value. */
  check(key: string, text?: string): void;
  /** The token without its line end. Throws `usage` if the text cannot be a token, without quoting it. */
  checkToken(text: string): string;
  /**
   * Stores a checked value in the profile in use (`profile` itself is stored as the default), and returns that place.
   */
  set(key: string, text: string): Promise<string>;
  unset(key: string): Promise<string>;
  /** The service in use, with its token. Throws `not_logged_in` if there is none. */
  connection(): Promise<Connection>;
  /** The profile that `login` will fill; undefined if no base URL is known. */
  loginTarget(baseUrl?: string): Promise<LoginTarget | undefined>;
  /** Stores the profile and its token. The caller has tried the token on the service. */
  keepLogin(target: LoginTarget, token: string, insecure: boolean): Promise<TokenPlace>;
  /** Removes the token of the profile in use from every place; the profile's settings stay. */
  logout(): Promise<{ profile: string; places: TokenPlace[] }>;
  /** The data folder of the last service on this machine, if it is known. */
  localDataFolder(): Promise<string | undefined>;
  /** Points profile `local` at the service on this machine; tells if it is the default profile now. */
  saveLocalService(service: { baseUrl: string; tokenFile: string }): Promise<{ isDefault: boolean }>;
}

export interface ConfigurationParts {
  environment: Environment;
  platform: NodeJS.Platform;
  /** The flags are read when first needed, because the command line is parsed later. */
  flags(): SettingSources['flags'];
  /** The operating system's keyring if left out. */
  keyring?: Keyring;
  /** Gets a sentence about the way a token is stored. */
  onWarning?: (sentence: string) => void;
}

const LOCAL_PROFILE = 'local';
const DEFAULT_PROFILE = SETTING_RULES.profile.byDefault ?? LOCAL_PROFILE;

export function openConfiguration(parts: ConfigurationParts): Configuration {
  const paths = configPaths(parts.environment, parts.platform);
  const store = openConfig(paths);
  const credentials = createCredentials({ keyring: openKeyring(), ...parts, paths });
  const sources = (stored: StoredConfig): SettingSources => ({ ...parts, flags: parts.flags(), stored });
  const current = async () => sources(await store.read());
  const list = async () => listSettings(await current());
  return {
    paths,
    file: store.path,
    credentials,
    settings: async () => resolveSettings(await current()),
    list,
    get: async (key) => {
      const known = knownKey(key);
      return (await list()).find((one) => one.key === known)?.setting;
    },
    check: (key, text) => {
      const known = knownKey(key);
      if (text !== undefined) checkSetting(known, text);
    },
    checkToken: (text) => checkToken(text, 'the token'),
    set: async (key, text) => {
      const known = knownKey(key);
      return await put(store, sources, known, checkSetting(known, text));
    },
    unset: async (key) => await put(store, sources, knownKey(key), undefined),
    connection: async () => {
      const from = await current();
      return await findConnection(resolveSettings(from), from.stored, credentials);
    },
    loginTarget: async (baseUrl) => loginTarget(await current(), baseUrl),
    keepLogin: async (target, token, insecure) => {
      const place = await credentials.keep(target, token, insecure);
      await store.change((config) => writeLogin(config, target));
      return place;
    },
    logout: async () => await logout(store, credentials, await current()),
    localDataFolder: async () => {
      const tokenFile = profileOf(await store.read(), LOCAL_PROFILE)['token-file'];
      return tokenFile === undefined ? undefined : dirname(tokenFile);
    },
    saveLocalService: async (service) => await saveLocalService(store, service),
  };
}

function knownKey(key: string): SettingKey {
  if (isSettingKey(key)) return key;
  throw new ReconError('usage', `there is no setting ${JSON.stringify(key)}`, {
    details: [`settings: ${SETTING_KEYS.join(', ')}`],
  });
}

async function put(
  store: ConfigStore,
  sources: (stored: StoredConfig) => SettingSources,
  key: SettingKey,
  text: string | undefined,
): Promise<string> {
  let place = 'the default profile';
  await store.change((config) => {
    if (key !== 'profile') {
      const { value: name } = resolveProfile(sources(config));
      place = `profile ${name}`;
      putIntoProfile(config, name, { [key]: text });
    } else if (text === undefined) {
      if (leadsNowhere(config)) throw noDefaultProfile(config);
      delete config.profile;
    } else if (Object.hasOwn(config.profiles, text)) config.profile = text;
    else throw unknownProfile(text, config);
  });
  return place;
}

/**
 * True if no profile would be used by default: with none chosen, commands use `default`, and it does not exist though
 * others do.
 */
const leadsNowhere = ({ profiles }: StoredConfig) =>
  Object.keys(profiles).length > 0 && !Object.hasOwn(profiles, DEFAULT_PROFILE);

function noDefaultProfile({ profiles }: StoredConfig): ReconError {
  const names = Object.keys(profiles);
  return new ReconError('usage', `there is no profile ${JSON.stringify(DEFAULT_PROFILE)} to go back to`, {
    details: [`profiles: ${names.join(', ')}`],
    hint: { command: ['config', 'set', 'profile', names[0]!] },
  });
}

function unknownProfile(name: string, config: StoredConfig): ReconError {
  const names = Object.keys(config.profiles);
  return new ReconError('usage', `there is no profile ${JSON.stringify(name)}`, {
    details: [names.length === 0 ? 'no profile has been made yet' : `profiles: ${names.join(', ')}`],
    hint: { command: ['login', '--profile', name, '--base-url', 'URL'] },
  });
}

async function saveLocalService(store: ConfigStore, { baseUrl, tokenFile }: { baseUrl: string; tokenFile: string }) {
  const parsed = parseBaseUrl(baseUrl);
  if ('problem' in parsed) return { isDefault: false };
  let isDefault = false;
  await store.change((config) => {
    const current = profileOf(config, config.profile ?? DEFAULT_PROFILE);
    // Settings made before the first service are taken into its profile.
    const takesOver = current['base-url'] === undefined;
    const preferences = takesOver ? current : {};
    putIntoProfile(config, LOCAL_PROFILE, { ...preferences, 'base-url': parsed.text, 'token-file': tokenFile });
    if (takesOver) config.profile = LOCAL_PROFILE;
    isDefault = config.profile === LOCAL_PROFILE;
  });
  return { isDefault };
}
