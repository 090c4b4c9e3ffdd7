import { type Advice, type ErrorCode, type Line, ReconError } from '../errors.ts';
import { isLoopback, parseBaseUrl } from '../system/base-url.ts';
import { holderOf } from '../system/grant.ts';
import { nearest } from '../system/nearest.ts';
import { startingService } from '../system/starting-service.ts';
import { profileOf, type StoredConfig, type StoredProfile } from './config-file.ts';
import type { Credentials, FoundToken, TokenOwner } from './credentials.ts';
import type { Environment } from './paths.ts';
import { checkSetting, resolveSettings, type SettingSources, type Settings } from './settings.ts';

/** A service and the token for it. */
export type Connection = TokenOwner &
  FoundToken & {
    baseUrl: string;
    /** Tells accounts apart, and stays when a token is renewed. Secret. */
    holder: string;
  };

/**
 * Finds the service that the settings name, with its token. `serviceFolder` is where a service of this user keeps its data.
 * @throws ReconError `not_logged_in` if there is none, `unavailable` if the first one of this machine is starting, `usage`
 * if the profile that was named is not there
 */
export async function findConnection(
  from: SettingSources,
  credentials: Credentials,
  serviceFolder: string,
): Promise<Connection> {
  const settings = resolveSettings(from);
  const baseUrl = settings.baseUrl?.value;
  if (baseUrl === undefined) {
    const isNamed = settings.profile.from !== 'default';
    throw (isNamed ? undefined : await startingService(serviceFolder)) ?? noService(settings, from);
  }
  const owner = { profile: settings.profile.value, origin: originOf(baseUrl) };
  const own = profileOf(from.stored, owner.profile);
  const ownOrigin = own['base-url'] === undefined ? undefined : originOf(own['base-url']);
  const isOwn = ownOrigin === owner.origin;
  const serviceTokenFile = isOwn ? own['token-file'] : undefined;
  const found = await credentials.tokenFor(owner, serviceTokenFile, isOwn && own.issuer !== undefined);
  if ('token' in found)
    return { ...owner, baseUrl, ...found, holder: found.grant ? holderOf(found.grant) : found.token };
  const isHere = isLoopback(new URL(baseUrl).hostname);
  const login: Advice = {
    // A login into a keyring that is not there would be refused.
    command: ['login', '--base-url', baseUrl, ...(found.unavailable ? ['--insecure-storage'] : [])],
  };
  const message = `not logged in to ${owner.origin}${emptyToken(from.environment)}`;
  const withheld = withheldToken(from.environment);
  if (withheld !== undefined) {
    throw new ReconError('not_logged_in', message, {
      details: [withheld, { before: 'or, to keep a token for this address', ...login }],
      hint: `RECON_BASE_URL=${baseUrl}, where that token is of this service`,
    });
  }
  const details: Line[] = [
    ...(ownOrigin !== undefined && ownOrigin !== owner.origin
      ? [`the token of profile ${owner.profile} belongs to ${ownOrigin}, and is sent nowhere else`]
      : []),
    ...(isOwn && own['logged-out'] !== undefined
      ? [`profile ${owner.profile} was logged out on this computer`]
      : found.unavailable
        ? [
            `profile ${owner.profile} has no token here; if its token is in a keyring, that did not answer: unlock it and repeat this`,
          ]
        : []),
  ];
  throw new ReconError('not_logged_in', message, {
    details,
    hint: isHere ? { ...login, because: OWN_TOKEN } : login,
  });
}

const OWN_TOKEN = 'a service on this computer keeps its token in FOLDER/token; its start names that folder';

/** `: RECON_TOKEN is set and empty`, as where the secret of a CI job is missing; empty where none is. */
function emptyToken({ RECON_TOKEN_FILE, RECON_TOKEN }: Environment): string {
  if (RECON_TOKEN_FILE || RECON_TOKEN) return '';
  const name = RECON_TOKEN === '' ? 'RECON_TOKEN' : RECON_TOKEN_FILE === '' ? 'RECON_TOKEN_FILE' : undefined;
  return name === undefined ? '' : `: ${name} is set and empty`;
}

/** Why a token of the environment was not used, where there is one: the environment also names its service. */
function withheldToken({ RECON_TOKEN_FILE, RECON_TOKEN, RECON_BASE_URL }: Environment): string | undefined {
  if ((!RECON_TOKEN_FILE && !RECON_TOKEN) || !RECON_BASE_URL) return undefined;
  const name = RECON_TOKEN_FILE ? 'RECON_TOKEN_FILE' : 'RECON_TOKEN';
  const named = parseBaseUrl(RECON_BASE_URL);
  return 'problem' in named
    ? `${name} goes with RECON_BASE_URL, which ${named.problem}, and is sent nowhere`
    : `${name} goes with RECON_BASE_URL (${named.origin}) and is sent nowhere else`;
}

/** Also of a base URL that somebody has written into the file by hand: a login puts it right. */
function isOfOrigin(baseUrl: string, origin: string): boolean {
  const parsed = parseBaseUrl(baseUrl);
  return 'origin' in parsed && parsed.origin === origin;
}

/** The origin of a checked base URL. */
export function originOf(baseUrl: string): string {
  const parsed = parseBaseUrl(baseUrl);
  if ('problem' in parsed) throw new ReconError('usage', `the base URL ${JSON.stringify(baseUrl)} ${parsed.problem}`);
  return parsed.origin;
}

function noService(
  { profile, profileIsStored }: Settings,
  { stored, environment }: Pick<SettingSources, 'stored' | 'environment'>,
): ReconError {
  if (!profileIsStored && profile.from !== 'default') return noSuchProfile(profile.value, stored);
  if (!profileIsStored && Object.keys(stored.profiles).length > 0) {
    return chooseProfile('not_logged_in', `no profile is chosen${emptyToken(environment)}`, stored);
  }
  return new ReconError('not_logged_in', `no service is set up yet${emptyToken(environment)}`, {
    details: [
      { before: 'to run a service on this machine', command: ['serve'] },
      { before: 'to connect to one that is running', command: ['login', '--base-url', 'URL'] },
    ],
  });
}

/** A wrong name, as of any flag or setting. */
export function noSuchProfile(name: string, { profiles }: StoredConfig): ReconError {
  const names = Object.keys(profiles);
  const like = nearest(name, names);
  const guess = like.length === 0 ? '' : `; did you mean ${like.join(' or ')}?`;
  return new ReconError('usage', `there is no profile ${JSON.stringify(name)}${guess}`, {
    details: [names.length === 0 ? 'no profile has been made yet' : `profiles: ${names.join(', ')}`],
    // Of a slip, a login would make a second profile.
    hint:
      like.length === 0
        ? { command: ['login', '--profile', name, '--base-url', 'URL'] }
        : `the same command with --profile ${like[0]}`,
  });
}

/** The error where profiles are stored, and none of them would be used. */
export function chooseProfile(code: ErrorCode, message: string, { profiles }: StoredConfig): ReconError {
  const names = Object.keys(profiles);
  return new ReconError(code, message, {
    details: [`profiles: ${names.join(', ')}`],
    hint: { command: ['config', 'set', 'profile', names[0]!] },
  });
}

/** A service to log in to, and the profile for it. */
export interface LoginTarget extends TokenOwner {
  baseUrl: string;
  /** True if commands without `--profile` will use this profile. */
  becomesDefault: boolean;
  /** The profile that they used before, with its address, if that is another one. */
  insteadOf?: { profile: string; baseUrl: string };
  /** The address that this profile had until now, if it is of another service. */
  replaces?: string;
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
  const origin = originOf(baseUrl);
  if (profile.from === 'flag' || profile.from === 'environment') {
    const stored = profileOf(from.stored, profile.value);
    const before = stored['base-url'];
    return {
      ...{ profile: profile.value, origin, baseUrl, oauth: oauthOf(stored, origin) },
      becomesDefault: [undefined, profile.value].includes(from.stored.profile),
      ...(before !== undefined && !isOfOrigin(before, origin) && { replaces: before }),
    };
  }
  const own = profileOf(from.stored, profile.value)['base-url'];
  const isOther = own !== undefined && own !== baseUrl;
  const name = isOther ? profileNameOf(baseUrl) : profile.value;
  return {
    ...{ profile: name, origin, baseUrl, oauth: oauthOf(profileOf(from.stored, name), origin) },
    becomesDefault: true,
    ...(isOther && name !== profile.value && { insteadOf: { profile: profile.value, baseUrl: own } }),
  };
}

function oauthOf({ issuer, 'client-id': clientId, scope, ...own }: StoredProfile, origin: string) {
  if (issuer === undefined || clientId === undefined || own['base-url'] === undefined) return undefined;
  return originOf(own['base-url']) === origin ? { issuer, clientId, scope } : undefined;
}

function profileNameOf(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  const name = `${host}${pathname}`.replace(/[^A-Za-z0-9.]+/g, '-').replace(/^[-.]+|[-.]+$/g, '');
  return name.slice(0, 63);
}
