import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import type { Credentials, TokenOwner, TokenPlace } from './credentials.ts';
import type { Settings } from './settings.ts';
import { profileOf, type StoredConfig } from './stored-config.ts';

/** A service and the token for it. */
export interface Connection extends TokenOwner {
  baseUrl: string;
  token: string;
  from: TokenPlace;
}

/** Finds the service that the settings name, with its token. Throws `not_logged_in` if there is none. */
export async function findConnection(
  settings: Settings,
  stored: StoredConfig,
  credentials: Pick<Credentials, 'tokenFor'>,
): Promise<Connection> {
  const baseUrl = settings.baseUrl?.value;
  const profile = settings.profile.value;
  if (baseUrl === undefined) throw noService(settings, stored);
  const origin = originOf(baseUrl);
  const own = profileOf(stored, profile);
  const isOwnOrigin = own['base-url'] !== undefined && originOf(own['base-url']) === origin;
  const found = await credentials.tokenFor({ profile, origin }, isOwnOrigin ? own['token-file'] : undefined);
  if (!('token' in found)) throw noToken({ profile, origin }, settings, own['base-url'], found.unavailable);
  return { profile, origin, baseUrl, ...found };
}

/** The origin of a checked base URL. */
export function originOf(baseUrl: string): string {
  const parsed = parseBaseUrl(baseUrl);
  if ('problem' in parsed) throw new ReconError('usage', `the base URL ${JSON.stringify(baseUrl)} ${parsed.problem}`);
  return parsed.origin;
}

function noService(settings: Settings, stored: StoredConfig): ReconError {
  const { profile, profileIsStored } = settings;
  const names = Object.keys(stored.profiles);
  if (!profileIsStored && profile.from !== 'default') {
    return new ReconError('not_logged_in', `there is no profile ${JSON.stringify(profile.value)}`, {
      details: [names.length === 0 ? 'no profile has been made yet' : `profiles: ${names.join(', ')}`],
      hint: { command: ['login', '--profile', profile.value, '--base-url', 'URL'] },
    });
  }
  if (!profileIsStored && names.length > 0) {
    return new ReconError('not_logged_in', 'no profile is chosen', {
      details: [`profiles: ${names.join(', ')}`],
      hint: { command: ['config', 'set', 'profile', names[0]!] },
    });
  }
  return new ReconError('not_logged_in', 'no service is set up yet', {
    details: [
      { before: 'to run a service on this machine', command: ['serve'] },
      { before: 'to connect to one that is running', command: ['login', '--base-url', 'URL'] },
    ],
  });
}

function noToken(owner: TokenOwner, settings: Settings, own: string | undefined, unavailable: boolean): ReconError {
  const elsewhere = own !== undefined && originOf(own) !== owner.origin;
  const details = [
    ...(elsewhere
      ? [`the token of profile ${owner.profile} belongs to ${originOf(own)}, and is sent nowhere else`]
      : []),
    ...(unavailable ? ['the keyring of this computer did not answer'] : []),
  ];
  return new ReconError('not_logged_in', `not logged in to ${owner.origin}`, {
    details,
    hint: { command: ['login', '--base-url', settings.baseUrl?.value ?? owner.origin] },
  });
}
