import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { type Advice, type ErrorCode, type Line, ReconError } from '../errors.ts';
import { isLoopback, parseBaseUrl } from '../system/base-url.ts';
import { holderOf } from '../system/grant.ts';
import { nearest } from '../system/nearest.ts';
import { dataFolderOf, profileOf, type StoredConfig, type StoredProfile } from './config-file.ts';
import type { Credentials, FoundToken, TokenOwner } from './credentials.ts';
import type { Environment } from './paths.ts';
import { resolveSettings, type SettingSources, type Settings } from './settings.ts';

/** A service and the token for it. */
export type Connection = TokenOwner &
  FoundToken & {
    baseUrl: string;
    /** Tells accounts apart, and stays when a token is renewed. Secret. */
    holder: string;
  };

/**
 * Finds the service that the settings name, with its token. `serviceFolder` is where a service of this user keeps its data.
 * @throws ReconError `not_logged_in` if there is none, `unavailable` if the first one of this machine is starting or is
 * restored, `usage` if the profile that was named is not there, or is of another service than the environment names
 */
export async function findConnection(
  from: SettingSources,
  credentials: Credentials,
  serviceFolder: string,
): Promise<Connection> {
  const settings = resolveSettings(from);
  const baseUrl = settings.baseUrl?.value;
  if (baseUrl === undefined) {
    const { fillingError, fillingOf } = await import('../system/filling.ts');
    const filling =
      settings.profile.from === 'default' ? await fillingOf(serviceFolder).catch(() => undefined) : undefined;
    throw filling === undefined ? noService(settings, from) : fillingError(filling, serviceFolder);
  }
  const owner = { profile: settings.profile.value, origin: originOf(baseUrl) };
  const stored = profileOf(from.stored, owner.profile);
  const own = ownOrigin(stored);
  const isOwn = own === owner.origin;
  if (settings.profile.from === 'flag' && settings.baseUrl?.from === 'environment') {
    // A slip of the name would go to the service of the environment.
    if (!settings.profileIsStored && Object.keys(from.stored.profiles).length > 0)
      throw noSuchProfile(owner.profile, from.stored);
    requireNoOther(owner, own);
  }
  const found = await credentials.tokenFor(
    owner,
    isOwn ? stored['token-file'] : undefined,
    isOwn && stored.issuer !== undefined,
  );
  if ('token' in found)
    return { ...owner, baseUrl, ...found, holder: found.grant ? holderOf(found.grant) : found.token };
  const filed = await credentials.filedElsewhere(owner);
  throw notLoggedIn({ ...owner, baseUrl, stored, isUnavailable: found.unavailable, filed }, from);
}

/** The service of which a profile keeps the token; undefined where it names none. */
export const ownOrigin = ({ 'base-url': baseUrl }: StoredProfile) =>
  baseUrl === undefined ? undefined : originOf(baseUrl);

/**
 * An address of the environment comes before that of a profile. Where `--profile` was typed too, and means another service,
 * a patient of a rehearsal would be written into the clinic's records.
 */
function requireNoOther({ profile, origin }: TokenOwner, ofProfile: string | undefined): void {
  if (ofProfile === undefined || ofProfile === origin) return;
  throw new ReconError('usage', `--profile ${profile} means ${ofProfile}, and RECON_BASE_URL names ${origin}`, {
    hint: `the same without --profile for ${origin}, or with RECON_BASE_URL unset for ${ofProfile}`,
  });
}

/** A profile that has no token for the service that is asked. */
interface Tokenless extends TokenOwner {
  baseUrl: string;
  stored: StoredProfile;
  /** Its token may be somewhere that did not answer. */
  isUnavailable: boolean;
  /** Where its tokens for other origins are, if that is a file. */
  filed: Awaited<ReturnType<Credentials['filedElsewhere']>>;
}

function notLoggedIn(
  asked: Tokenless,
  { environment, stored }: Pick<SettingSources, 'environment' | 'stored'>,
): ReconError {
  const { origin, baseUrl, isUnavailable } = asked;
  const login: Advice = {
    // A login into a keyring that is not there would be refused.
    command: ['login', '--base-url', baseUrl, ...(isUnavailable ? ['--insecure-storage'] : [])],
  };
  const message = `not logged in to ${origin}${emptyToken(environment)}`;
  const withheld = withheldToken(environment);
  if (withheld !== undefined) {
    return new ReconError('not_logged_in', message, {
      details: [withheld, { before: 'or, to keep a token for this address', ...login }],
      hint: `RECON_BASE_URL=${baseUrl}, where that token is of this service`,
    });
  }
  const own = ownOrigin(asked.stored);
  const sibling = own === undefined || own === origin ? undefined : profilesAt(origin, stored)[0];
  if (sibling !== undefined) {
    return new ReconError('not_logged_in', message, {
      details: [...whyNoToken(asked), { before: 'or, to log in there anew', ...login }],
      hint: `the same command with --profile ${sibling}, which is of this service`,
    });
  }
  return new ReconError('not_logged_in', message, {
    details: whyNoToken(asked),
    hint: asked.stored.issuer === undefined ? { ...login, because: whereToken(asked, stored) } : login,
  });
}

/** What is known of the token that the profile does not have here. */
function whyNoToken({ profile, origin, stored, isUnavailable, filed }: Tokenless): string[] {
  const own = ownOrigin(stored);
  if (own === origin && stored['logged-out'] !== undefined) {
    return [`profile ${profile} was logged out on this computer`];
  }
  const why: string[] = [];
  if (own !== undefined && own !== origin) {
    why.push(`the token of profile ${profile} belongs to ${own}, and is sent nowhere else`);
  }
  if (filed !== undefined && own === origin) {
    why.push(
      `the token of profile ${profile} in ${filed.path} is for ${filed.origins.join(', ')}, and is sent nowhere else`,
    );
  } else if (isUnavailable && (own === undefined || own === origin)) {
    why.push(
      `profile ${profile} has no token here; if its token is in a keyring, that did not answer: unlock it and repeat this`,
    );
  }
  return why;
}

/** Where somebody has a token from. The one of the service itself is for who can read its folder: at a desk it lets do too much. */
function whereToken({ baseUrl, origin }: Tokenless, stored: StoredConfig): string {
  const own = profilesAt(origin, stored)
    .map((name) => dataFolderOf(profileOf(stored, name)))
    .find((folder) => folder !== undefined && isReadable(join(folder, 'token')));
  if (own === undefined || !isLoopback(new URL(baseUrl).hostname)) {
    return 'with the token that whoever runs the service gave you';
  }
  return `the service on this computer keeps its token in ${join(own, 'token')}`;
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** `: RECON_TOKEN is set and empty`, as where the secret of a CI job is missing; empty where none is. */
function emptyToken({ RECON_TOKEN_FILE, RECON_TOKEN }: Environment): string {
  if (RECON_TOKEN_FILE || RECON_TOKEN) return '';
  if (RECON_TOKEN === '') return ': RECON_TOKEN is set and empty';
  return RECON_TOKEN_FILE === '' ? ': RECON_TOKEN_FILE is set and empty' : '';
}

/** The variable of the environment that gives a token. */
const tokenVariable = ({ RECON_TOKEN_FILE, RECON_TOKEN }: Environment): string | undefined =>
  RECON_TOKEN_FILE ? 'RECON_TOKEN_FILE' : RECON_TOKEN ? 'RECON_TOKEN' : undefined;

/** Why a token of the environment was not used, where there is one: the environment also names its service. */
function withheldToken(environment: Environment): string | undefined {
  const name = tokenVariable(environment);
  const { RECON_BASE_URL } = environment;
  if (name === undefined || !RECON_BASE_URL) return undefined;
  const named = parseBaseUrl(RECON_BASE_URL);
  return 'problem' in named
    ? `${name} goes with RECON_BASE_URL, which ${named.problem}, and is sent nowhere`
    : `${name} goes with RECON_BASE_URL (${named.origin}) and is sent nowhere else`;
}

/** The profiles of a service. */
export const profilesAt = (origin: string, { profiles }: StoredConfig) =>
  Object.entries(profiles).flatMap(([name, { 'base-url': baseUrl }]) =>
    baseUrl !== undefined && isOfOrigin(baseUrl, origin) ? [name] : [],
  );

/** Also of a base URL that somebody has written into the file by hand: a login puts it right. */
export function isOfOrigin(baseUrl: string, origin: string): boolean {
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
  const name = tokenVariable(environment);
  if (name !== undefined) {
    return new ReconError('not_logged_in', `no service is named: ${name} is set, and RECON_BASE_URL is not`, {
      hint: 'RECON_BASE_URL=URL, the address of the service that the token is of',
    });
  }
  return new ReconError('not_logged_in', `no service is set up yet${emptyToken(environment)}`, {
    details: [
      { before: 'to run a service on this machine', command: ['serve'] },
      { before: 'to connect to one that is running', command: ['login', '--base-url', 'URL'] },
    ],
  });
}

/** A wrong name, as of any flag or setting; `lineWith` is the line that has the right one. */
export function noSuchProfile(
  name: string,
  { profiles }: StoredConfig,
  lineWith: (right: string) => Line = (right) => `the same command with --profile ${right}`,
): ReconError {
  const names = Object.keys(profiles);
  const like = nearest(name, names);
  const guess = like.length === 0 ? '' : `; did you mean ${like.join(' or ')}?`;
  return new ReconError('usage', `there is no profile ${JSON.stringify(name)}${guess}`, {
    details: [names.length === 0 ? 'no profile has been made yet' : `profiles: ${names.join(', ')}`],
    // Of a slip, a login would make a second profile.
    hint: like.length === 0 ? { command: ['login', '--profile', name, '--base-url', 'URL'] } : lineWith(like[0]!),
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
