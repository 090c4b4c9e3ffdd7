import { originOf } from './connection.ts';
import type { Credentials, TokenOwner } from './credentials.ts';
import { checkSetting, resolveSettings, type SettingSources } from './settings.ts';
import type { ConfigStore } from './store.ts';
import { profileOf, putIntoProfile, type StoredConfig } from './stored-config.ts';

/** A service to log in to, and the profile for it. */
export interface LoginTarget extends TokenOwner {
  baseUrl: string;
  /** True if commands without `--profile` will use this profile. */
  becomesDefault: boolean;
}

/**
 * Decides which profile a login fills: the one that was named. If none was named, another service than the default
 * profile's gets a profile of its own, named after its host, which becomes the default: a login must not overwrite the
 * settings of another service.
 */
export function loginTarget(from: SettingSources, typed: string | undefined): LoginTarget | undefined {
  const { profile, baseUrl: known } = resolveSettings(from);
  const baseUrl = typed === undefined ? known?.value : checkSetting('base-url', typed);
  if (baseUrl === undefined) return undefined;
  const origin = originOf(baseUrl);
  const isFirst = from.stored.profile === undefined;
  if (profile.from === 'flag' || profile.from === 'environment') {
    return { profile: profile.value, origin, baseUrl, becomesDefault: isFirst };
  }
  const own = profileOf(from.stored, profile.value)['base-url'];
  const name = own === undefined || own === baseUrl ? profile.value : profileNameOf(baseUrl);
  return { profile: name, origin, baseUrl, becomesDefault: true };
}

function profileNameOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  const name = `${host}${pathname}`.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return name.slice(0, 63);
}

export function writeLogin(config: StoredConfig, { profile, baseUrl, becomesDefault }: LoginTarget): void {
  putIntoProfile(config, profile, { 'base-url': baseUrl, 'token-file': undefined });
  if (becomesDefault) config.profile = profile;
}

/** Removes the token from every place it may be in; the settings of the profile stay. */
export async function logout(store: ConfigStore, credentials: Credentials, from: SettingSources) {
  const { profile, baseUrl } = resolveSettings(from);
  const places = baseUrl ? await credentials.forget({ profile: profile.value, origin: originOf(baseUrl.value) }) : [];
  const serviceFile = profileOf(from.stored, profile.value)['token-file'];
  if (serviceFile !== undefined) {
    await store.change((config) => putIntoProfile(config, profile.value, { 'token-file': undefined }));
    places.push({ kind: 'service', where: serviceFile });
  }
  return { profile: profile.value, places };
}
