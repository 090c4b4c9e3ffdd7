import { profileOf, type StoredConfig, type StoredProfile } from './config-file.ts';
import { isOfOrigin, originOf, ownOrigin, profilesAt } from './connection.ts';
import type { TokenOwner } from './credentials.ts';
import { checkSetting, resolveSettings, type Setting, type SettingSources } from './settings.ts';

/** A service to log in to, and the profile for it. */
export interface LoginTarget extends TokenOwner {
  baseUrl: string;
  /** True if commands without `--profile` will use this profile. */
  becomesDefault: boolean;
  /** The profile that they used before, with its address, if that is another one. */
  insteadOf?: { profile: string; baseUrl: string };
  /** The address that this profile had until now, if it is of another service. */
  replaces?: string;
  /** The file of more certificates by which the service is reached, of this profile or of `caFileOf`. */
  caFile?: Setting<string> | undefined;
  /** Another profile, whose file this one takes over. */
  caFileOf?: string;
  /** The issuer of its tokens, if the profile was filled by an OAuth login to this service. */
  oauth?: OAuthClient | undefined;
}

/** What this program is to an issuer. */
export interface OAuthClient {
  issuer: string;
  clientId: string;
  /** Scopes to ask for, as typed; what the service names if undefined. */
  scope?: string | undefined;
}

/**
 * Decides which profile a login fills: the one that was named. If none was named, another service than the default
 * profile's gets a profile of its own, named after its host, which becomes the default: a login must not overwrite the
 * settings of another service.
 */
export function findLoginTarget(from: SettingSources, typed: string | undefined): LoginTarget | undefined {
  const { profile, baseUrl: known } = resolveSettings(from);
  const baseUrl = typed === undefined ? known?.value : checkSetting('base-url', typed);
  if (baseUrl === undefined) return undefined;
  const isNamed = profile.from === 'flag' || profile.from === 'environment';
  return isNamed ? namedTarget(from, profile.value, baseUrl) : usualTarget(from, profile.value, baseUrl);
}

/** The profile that was named takes the service, whatever it had before. */
function namedTarget({ stored }: SettingSources, profile: string, baseUrl: string): LoginTarget {
  const before = profileOf(stored, profile)['base-url'];
  const target = targetOf(stored, profile, baseUrl);
  return {
    ...target,
    ...caFileFor(stored, target),
    becomesDefault: stored.profile === undefined || stored.profile === profile,
    ...(before !== undefined && !isOfOrigin(before, target.origin) && { replaces: before }),
  };
}

/** The usual profile, or one for this service alone where the usual one is of another. */
function usualTarget({ stored }: SettingSources, usual: string, baseUrl: string): LoginTarget {
  const before = profileOf(stored, usual)['base-url'];
  const isOther = before !== undefined && before !== baseUrl;
  const profile = isOther ? profileNameOf(baseUrl) : usual;
  const target = targetOf(stored, profile, baseUrl);
  return {
    ...target,
    // The service was reached with that of the profile in use.
    ...caFileFor(stored, target, usual),
    becomesDefault: true,
    ...(isOther && profile !== usual && { insteadOf: { profile: usual, baseUrl: before } }),
  };
}

function targetOf(stored: StoredConfig, profile: string, baseUrl: string) {
  const origin = originOf(baseUrl);
  return { profile, origin, baseUrl, oauth: oauthOf(profileOf(stored, profile), origin) };
}

/** The own one goes first; then that by which another profile reaches the very same service, and that of `inUse`. */
function caFileFor(stored: StoredConfig, { profile, origin }: TokenOwner, ...inUse: string[]) {
  const fileOf = (name: string) => profileOf(stored, name)['ca-file'];
  const name = [profile, ...profilesAt(origin, stored), ...inUse].find((one) => fileOf(one) !== undefined);
  if (name === undefined) return {};
  const text = fileOf(name)!;
  const caFile = { value: text, from: 'profile', name: `profile "${name}"`, text } as const;
  return { caFile, ...(name !== profile && { caFileOf: name }) };
}

function oauthOf(stored: StoredProfile, origin: string) {
  const { issuer, 'client-id': clientId, scope } = stored;
  if (issuer === undefined || clientId === undefined) return undefined;
  return ownOrigin(stored) === origin ? { issuer, clientId, scope } : undefined;
}

function profileNameOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  const name = `${host}${pathname}`.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return name.slice(0, 63);
}
