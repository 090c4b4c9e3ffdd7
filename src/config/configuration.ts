import { join, resolve } from 'node:path';
import { hasCode, ReconError } from '../errors.ts';
import type { Grant } from '../system/grant.ts';
import { dataFolderOf, openConfig, profileOf, putIntoProfile, type StoredConfig } from './config-file.ts';
import { chooseProfile, findConnection, noSuchProfile, originOf } from './connection.ts';
import { createCredentials } from './credentials.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import type { KnownNames, NamesOwner } from './known-names.ts';
import { LOCAL_PROFILE, saveLocalService } from './local-service.ts';
import { findLoginTarget, type LoginTarget, type OAuthClient } from './login-target.ts';
import { configPaths, type Environment } from './paths.ts';
import { hasLogin, leaveLogin, loginsOf, putLogin } from './profile-logins.ts';
import {
  checkSetting,
  DEFAULT_PROFILE,
  listSettings,
  resolveProfile,
  resolveSetting,
  resolveSettings,
  type SettingSources,
  settingKey,
} from './settings.ts';
import { checkToken } from './token-file.ts';

export interface ConfigurationParts {
  environment: Environment;
  platform: NodeJS.Platform;
  /** The flags are read when first needed, because the command line is parsed later. */
  flags(): SettingSources['flags'];
  /** The operating system's keyring if left out. */
  keyring?: Keyring;
  /** Gets a sentence about what is stored, such as the way a token is. */
  onWarning?: (sentence: string) => void;
}

/** In the state folder. */
export const NAMES_FOLDER = 'names';
/** A command that is done ends no later for a keyring that hangs. */
const NAMES_PATIENCE_MS = 1_000;

/** Settings, profiles and tokens of one run: the stored values, overridden by environment and flags. */
export type Configuration = ReturnType<typeof openConfiguration>;

export function openConfiguration(parts: ConfigurationParts) {
  const paths = configPaths(parts.environment, parts.platform);
  const file = openConfig(paths);
  const keyring = parts.keyring ?? openKeyring();
  const credentials = createCredentials({ ...parts, keyring, configFolder: paths.configFolder });
  const namesOf = async (owner: NamesOwner): Promise<KnownNames> => {
    const { openKnownNames } = await import('./known-names.ts');
    return openKnownNames(join(paths.stateFolder, NAMES_FOLDER), owner);
  };
  const sources = (stored: StoredConfig): SettingSources => ({ ...parts, flags: parts.flags(), stored });
  const current = async () => sources(await file.read());
  const list = async () => listSettings(await current());

  /** Stores a checked value, or removes one, in the profile in use; `profile` itself names the default one. */
  const put = async (key: ReturnType<typeof settingKey>, text?: string) => {
    let place = 'the default profile';
    let leftLogin: string | undefined;
    await file.change((config) => {
      if (key === 'profile') return putDefaultProfile(config, text);
      const { value: name } = resolveProfile(sources(config));
      place = `profile ${name}`;
      if (key === 'base-url') leftLogin = leaveLogin(config, name, text);
      putIntoProfile(config, name, { [key]: text });
    });
    if (leftLogin !== undefined) parts.onWarning?.(`${place} is not logged in any more: its login was to ${leftLogin}`);
    return place;
  };

  /** The last step of what a person asked for, which is done by then. */
  const eraseNames = async (owner: NamesOwner) => {
    await (await namesOf(owner)).erase().catch((error: unknown) => {
      if (!hasCode(error, 'storage')) throw error;
      parts.onWarning?.(error.message);
    });
  };
  const forgetNames = async (owner: NamesOwner) => {
    const { namesAccount } = await import('./known-names.ts');
    await eraseNames(owner);
    await keyring.remove(namesAccount(owner));
  };

  return {
    paths,
    /** The settings file. */
    file: file.path,
    settings: async () => resolveSettings(await current()),
    /** The settings of how answers look. They can be read while another setting is wrong, whose error is shown by them. */
    settingsOfLook: async () => {
      const from = await current();
      return { output: () => resolveSetting('output', from)?.value, color: () => resolveSetting('color', from)!.value };
    },
    /** Every setting, with its value and the source of that, or with what holds where it is not set. */
    list,
    get: async (typedKey: string) => {
      const key = settingKey(typedKey);
      const found = (await list()).find((one) => one.key === key);
      if (found?.problem !== undefined) throw found.problem;
      return found?.setting;
    },
    /** Throws `usage` if the key is not known or cannot have the value. */
    check: (key: string, text?: string) => {
      const known = settingKey(key);
      if (text !== undefined) checkSetting(known, text);
    },
    /** The text that `set` keeps. Throws `usage` as it does. */
    toKeep: async (key: string, text: string) => await toKeep(settingKey(key), text, parts),
    /** The token without its line end. Throws `usage` if the text cannot be a token, without quoting it. */
    checkToken: (text: string) => checkToken(text, 'the token'),
    /** Returns the place of the value, and what is kept there. */
    set: async (typedKey: string, text: string) => {
      const key = settingKey(typedKey);
      const kept = await toKeep(key, text, parts);
      return { place: await put(key, kept), kept };
    },
    unset: async (key: string) => await put(settingKey(key)),
    /** The service in use, or that a login is for, with its token. Throws `not_logged_in` if there is none. */
    connection: async (of?: LoginTarget) => {
      const flags = of && { flags: { profile: of.profile, 'base-url': of.baseUrl } };
      return await findConnection({ ...(await current()), ...flags }, credentials, paths.serviceFolder);
    },
    /** The profile that `login` will fill; undefined if no base URL is known. */
    loginTarget: async (baseUrl?: string) => findLoginTarget(await current(), baseUrl),
    /** Stores the profile and its token. The caller has tried the token on the service. */
    keepLogin: async (target: LoginTarget, token: string, insecure: boolean) => {
      const place = await credentials.keep(target, token, insecure);
      await file.change((config) => putLogin(config, target, place, undefined));
      if (target.oauth !== undefined) await credentials.forgetGrant(target);
      await eraseNames({ ...target, service: target.baseUrl });
      return place;
    },
    /** The same for what an OAuth login gave. */
    keepGrant: async (target: LoginTarget, client: OAuthClient, grant: Grant, insecure: boolean) => {
      const place = await credentials.keepGrant(target, grant, insecure);
      await file.change((config) => putLogin(config, target, place, client));
      await credentials.forget(target);
      await eraseNames({ ...target, service: target.baseUrl });
      return place;
    },
    renewGrant: credentials.renewGrant,
    hasKeyring: credentials.hasKeyring,
    staysInFile: credentials.staysInFile,
    refuseNoPlace: credentials.refuseNoPlace,
    /**
     * Removes the tokens of the profile in use from every place; the profile's settings stay. `grant` is for its issuer to
     * be told. Of the origins in `unsure` a keyring that did not answer may still have one: they stay known for the next
     * logout. `isAnswered` is false where nobody knows whether it ever had one.
     */
    forgetLogin: async () => {
      const from = await current();
      const { profile, baseUrl } = resolveSettings(from);
      const owner = { profile: profile.value, origin: baseUrl === undefined ? '' : originOf(baseUrl.value) };
      const stored = profileOf(from.stored, profile.value);
      const plain = baseUrl && (await credentials.forget(owner));
      const granted = baseUrl && stored.issuer !== undefined ? await credentials.forgetGrant(owner) : undefined;
      const places = [...(plain?.places ?? []), ...(granted?.places ?? [])];
      const isAnswered = places.length > 0 || plain?.isUnsure !== true;
      const known = loginsOf(stored);
      const others = await credentials.forgetElsewhere(owner, known);
      places.push(...others.places);
      const unsure = [...(!isAnswered && known.includes(owner.origin) ? [owner.origin] : []), ...others.unsure];
      const serviceFile = stored['token-file'];
      if (serviceFile !== undefined) places.push({ kind: 'service', where: serviceFile });
      const isOut = places.length > 0 && stored['base-url'] !== undefined && !unsure.includes(owner.origin);
      if (isOut || unsure.length < known.length) {
        const loggedOut = { 'token-file': undefined, 'data-folder': dataFolderOf(stored), 'logged-out': 'yes' };
        const logins = unsure.join(' ') || undefined;
        await file.change((config) => putIntoProfile(config, profile.value, { ...(isOut && loggedOut), logins }));
      }
      if (baseUrl !== undefined) await forgetNames({ profile: profile.value, service: baseUrl.value });
      return { profile: profile.value, places, grant: granted?.grant, unsure, isAnswered };
    },
    /** @throws ReconError `usage` if the profile that was named is not there */
    requireProfile: async () => {
      const { profile, profileIsStored } = resolveSettings(await current());
      if (!profileIsStored && profile.from !== 'default') throw noSuchProfile(profile.value, await file.read());
    },
    /** The names that `--profile` takes. */
    typableProfiles: async (): Promise<ReadonlySet<string>> =>
      new Set([DEFAULT_PROFILE, ...Object.keys((await file.read()).profiles)]),
    /** Every profile with its address, and which one is used where none is named. */
    profiles: async () => {
      const stored = await file.read();
      return Object.keys(stored.profiles).map((name) => ({
        name,
        baseUrl: profileOf(stored, name)['base-url'],
        isDefault: name === (stored.profile ?? DEFAULT_PROFILE),
      }));
    },
    /** The profiles but this one that somebody has logged in with, and has not logged out of. */
    otherLogins: async (own: string) => {
      const stored = await file.read();
      const filed = await credentials.filedProfiles();
      return Object.entries(stored.profiles).flatMap(([name, profile]) => {
        const { 'base-url': baseUrl, 'logged-out': isOut } = profile;
        if (name === own || baseUrl === undefined || isOut !== undefined) return [];
        const isIn = filed.has(name) || hasLogin(profile);
        return isIn ? [{ name, baseUrl }] : [];
      });
    },
    /**
     * Removes a profile with its settings, which nobody is logged in to any more. Where it was the default, there is none
     * then: another one is of another service, and a person has to say that it is meant.
     * @throws ReconError `usage` if there is no such profile
     */
    forgetProfile: async (name: string) => {
      await file.change((config) => {
        if (!Object.hasOwn(config.profiles, name)) throw noSuchProfile(name, config);
        delete config.profiles[name];
        if (name === (config.profile ?? DEFAULT_PROFILE)) delete config.profile;
      });
    },
    /** The data folder of the service on this machine that profile `local` means, if it is known. */
    localDataFolder: async () => dataFolderOf(profileOf(await file.read(), LOCAL_PROFILE)),
    /** The address of that service, if it is known. */
    localAddress: async () => profileOf(await file.read(), LOCAL_PROFILE)['base-url'],
    /**
     * Points profile `local` at the service on this machine; tells if it is the default profile now, and whether a login of
     * somebody's own there was kept, or left for the token of the service.
     */
    saveLocalService: async (service: { baseUrl: string; tokenFile: string }) => {
      const saved = await saveLocalService(file, service);
      // It may have other data than the last one had.
      await eraseNames({ profile: LOCAL_PROFILE, service: service.baseUrl });
      return saved;
    },
    /** Removes the names of patients that Tab offers, with the key to them and the file. */
    removeNames: async (owner: NamesOwner) => {
      await forgetNames(owner);
      await (await namesOf(owner)).remove();
    },
    /** The names of patients that Tab offers, and the key to them from the keyring; undefined without one. */
    knownNames: async (owner: NamesOwner) => {
      const { namesKey } = await import('./known-names.ts');
      const impatient = parts.keyring ?? openKeyring(undefined, NAMES_PATIENCE_MS);
      return { ...(await namesOf(owner)), key: () => namesKey(impatient, owner) };
    },
  };
}

const HAS_SIGNER = 'whoever runs the service has the certificate of its signer';

/** The text to store. @throws ReconError `usage` if the setting cannot have it */
async function toKeep(key: ReturnType<typeof settingKey>, typed: string, parts: ConfigurationParts): Promise<string> {
  if (key !== 'ca-file') return checkSetting(key, typed);
  // The next command may be typed in another folder.
  const path = resolve(typed);
  const { certsIn } = await import('../system/extra-certs.ts');
  const { fault, lack } = certsIn(key, path);
  if (fault !== undefined) throw new ReconError('usage', `${key} ${JSON.stringify(path)} ${fault}`);
  if (lack !== undefined) parts.onWarning?.(`${path} ${lack}: no service is trusted by it; ${HAS_SIGNER}`);
  return path;
}

function putDefaultProfile(config: StoredConfig, name: string | undefined): void {
  const names = Object.keys(config.profiles);
  if (name !== undefined) {
    if (!names.includes(name))
      throw noSuchProfile(name, config, (right) => ({ command: ['config', 'set', 'profile', right] }));
    config.profile = name;
    return;
  }
  // With none chosen, commands use `default`: without it no profile would be used.
  if (names.length > 0 && !names.includes(DEFAULT_PROFILE)) {
    const message = `there is no profile ${JSON.stringify(DEFAULT_PROFILE)} to go back to`;
    throw chooseProfile('usage', message, config);
  }
  delete config.profile;
}
