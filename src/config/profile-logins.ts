import { parseBaseUrl } from '../system/base-url.ts';
import { dataFolderOf, profileOf, putIntoProfile, type StoredConfig, type StoredProfile } from './config-file.ts';
import type { TokenPlace } from './credentials.ts';
import type { LoginTarget, OAuthClient } from './login-target.ts';

const NO_LOGIN = {
  'token-file': undefined,
  'logged-out': undefined,
  issuer: undefined,
  'client-id': undefined,
  scope: undefined,
};

/** Takes a profile's way to its tokens away where they are of another origin than this; tells of which. */
export function leaveLogin(config: StoredConfig, name: string, baseUrl: string | undefined): string | undefined {
  const { 'base-url': before, 'token-file': tokenFile, issuer } = profileOf(config, name);
  const [from, to] = [before, baseUrl].map((text) => {
    const parsed = parseBaseUrl(text ?? '');
    return 'problem' in parsed ? undefined : parsed.origin;
  });
  if (from === to && from !== undefined) return undefined;
  putIntoProfile(config, name, {
    ...NO_LOGIN,
    'data-folder': undefined,
    logins: [...knownLogins(config, name)].join(' ') || undefined,
  });
  return tokenFile === undefined && issuer === undefined ? undefined : (from ?? 'another service');
}

export const loginsOf = ({ logins = '' }: StoredProfile): string[] => logins.split(' ').filter(Boolean);

/** Whether a profile has a login, as far as its settings tell: not one that is in the file of tokens. */
export const hasLogin = (stored: StoredProfile): boolean =>
  stored['token-file'] !== undefined || stored.issuer !== undefined || loginsOf(stored).length > 0;

/** The origins that a keyring may have a token of a profile for; earlier versions did not note the login itself. */
function knownLogins(config: StoredConfig, name: string): Set<string> {
  const stored = profileOf(config, name);
  const before = parseBaseUrl(stored['base-url'] ?? '');
  const hasNone = 'problem' in before || stored['token-file'] !== undefined || stored['logged-out'] !== undefined;
  return new Set([...loginsOf(stored), ...(hasNone ? [] : [before.origin])]);
}

export function putLogin(
  config: StoredConfig,
  target: LoginTarget,
  { kind }: TokenPlace,
  client: OAuthClient | undefined,
): void {
  const before = profileOf(config, target.profile);
  const logins = knownLogins(config, target.profile);
  if (kind === 'keyring') logins.add(target.origin);
  else logins.delete(target.origin);
  putIntoProfile(config, target.profile, {
    ...{ ...NO_LOGIN, 'base-url': target.baseUrl },
    'data-folder': before['base-url'] === target.baseUrl ? dataFolderOf(before) : undefined,
    'ca-file': before['ca-file'] ?? target.caFile?.value,
    logins: [...logins].join(' ') || undefined,
    ...(client && { issuer: client.issuer, 'client-id': client.clientId, scope: client.scope }),
  });
  if (target.becomesDefault) config.profile = target.profile;
}
