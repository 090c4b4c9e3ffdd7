import { randomUUID } from 'node:crypto';
import {
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  None,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client';
import { ReconError } from '../../errors.ts';
import { parseBaseUrl } from '../../system/base-url.ts';
import type { Grant } from '../../system/grant.ts';
import { tokenProblem } from '../../system/token-shape.ts';
import { hasNoDocument, inWords } from './issuer-errors.ts';
import { issuerFetch, type TransportTo } from './issuer-fetch.ts';

/** An issuer, by what it says of itself, and this program as its client. */
export interface Issuer {
  /** As it names itself. */
  name: string;
  /** For messages. */
  host: string;
  clientId: string;
  configuration: Configuration;
}

/**
 * Reads what an issuer says of itself: OpenID Connect's document, or else RFC 8414's.
 * @throws ReconError, also where it names itself otherwise than it was asked for
 */
export async function findIssuer(address: string, clientId: string, to: TransportTo): Promise<Issuer> {
  const url = checkedIssuer(address);
  const { host } = url;
  const read = (algorithm: 'oidc' | 'oauth2') =>
    discovery(url, clientId, undefined, None(), {
      algorithm,
      // Plain http is for this machine alone, and that is checked for every request.
      execute: [allowInsecureRequests],
      [customFetch]: issuerFetch(to),
    });
  const facts = { host, clientId, secrets: [] };
  try {
    const configuration = await read('oidc').catch((error: unknown) => {
      if (!hasNoDocument(error)) throw error;
      return read('oauth2');
    });
    return { name: configuration.serverMetadata().issuer, host, clientId, configuration };
  } catch (error) {
    throw inWords(error, { ...facts, doing: 'discovery' });
  }
}

/** @throws ReconError `usage` for anything but https, or http on this machine */
function checkedIssuer(address: string): URL {
  const parsed = parseBaseUrl(address);
  // The text as it is: a slash at its end may be a part of the name.
  if (!('problem' in parsed)) return new URL(address);
  throw new ReconError('usage', `the issuer ${JSON.stringify(address)} ${parsed.problem}`, {
    hint: '--issuer with the address that whoever runs the service names',
  });
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

const SECOND = 1000;
/** A token is renewed a fifth of its life before its end, and at most a minute before. */
const EARLIEST_RENEWAL_MS = 60 * SECOND;
const RENEWAL_SHARE = 0.2;

/** Tokens as they are kept; what a renewal leaves out stays as it was. */
export function grantOf(tokens: Tokens, { name, host, clientId }: Issuer, now: number, before: Partial<Grant>): Grant {
  const problem = tokenProblem(tokens.access_token);
  if (problem !== undefined) throw new ReconError('protocol', `the access token of ${host} ${problem}`);
  const { resource } = before;
  const subject = tokens.claims()?.sub ?? before.subject;
  const refreshToken = tokens.refresh_token ?? before.refreshToken;
  const lifeMs = tokens.expires_in === undefined ? undefined : tokens.expires_in * SECOND;
  return {
    login: before.login ?? randomUUID(),
    issuer: name,
    clientId,
    ...(resource !== undefined && { resource }),
    ...(subject !== undefined && { subject }),
    accessToken: tokens.access_token,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(lifeMs !== undefined && {
      renewAt: now + lifeMs - Math.min(EARLIEST_RENEWAL_MS, RENEWAL_SHARE * lifeMs),
      expiresAt: now + lifeMs,
    }),
  };
}
