import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import type { Grant } from '../../system/grant.ts';
import type { AnnouncedIssuer } from './announced-issuer.ts';
import { grantOf, type Issuer } from './issuer.ts';
import { type Asked, inWords } from './issuer-errors.ts';
import { checkedAddress } from './issuer-fetch.ts';
import { listenForRedirect } from './redirect-listener.ts';

export interface LoginWish {
  issuer: Issuer;
  /** What to ask for, as typed. */
  scope: string | undefined;
  /** What the service has said of itself. */
  announced: Pick<AnnouncedIssuer, 'scope' | 'resource'>;
  clock: Clock;
  signal: AbortSignal;
}

const PATIENCE_MS = 600_000;

/** A person logs in with a browser of this machine; `onAddress` gets the address to open. */
export async function logInByBrowser(wish: LoginWish, onAddress: (address: string) => void): Promise<Grant> {
  const { configuration, host } = wish.issuer;
  const { authorization_endpoint: page } = configuration.serverMetadata();
  if (page === undefined) throw noWay(wish.issuer, 'a browser', { command: ['login', '--oauth', '--device'] });
  checkedAddress(page);
  const [verifier, state] = [randomPKCECodeVerifier(), randomState()];
  const redirect = await listenForRedirect();
  let sentence = 'The login failed. The terminal says why.';
  try {
    const { scope, ...others } = parametersOf(wish);
    const address = buildAuthorizationUrl(configuration, {
      ...{ ...others, ...(scope !== undefined && { scope }) },
      // OpenID Connect wants the person asked where tokens are renewed without them.
      ...(scope?.split(' ').includes('offline_access') && { prompt: 'consent' }),
      redirect_uri: redirect.redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    onAddress(address.href);
    const back = await arrivedInTime(redirect.arrived, wish);
    const secrets = [verifier, back.searchParams.get('code') ?? ''].filter((one) => one !== '');
    const tokens = await authorizationCodeGrant(
      configuration,
      back,
      { pkceCodeVerifier: verifier, expectedState: state },
      others,
    ).catch((error: unknown) => {
      throw inWords(error, asked(wish, 'login', secrets));
    });
    const grant = grantOf(tokens, wish.issuer, wish.clock.now(), others);
    sentence = `You have logged in at ${host.replace(/[^\w.:[\]-]/g, '')}. You can close this page; the terminal goes on.`;
    return grant;
  } finally {
    await redirect.close(sentence);
  }
}

export interface DeviceCode {
  /** The page to open anywhere, and the code to type there. */
  address: string;
  code: string;
  /** The same page with the code in it, where the issuer has one. */
  addressWithCode: string | undefined;
}

/** A person logs in with a browser anywhere (RFC 8628). */
export async function logInByDevice(wish: LoginWish, onCode: (code: DeviceCode) => void): Promise<Grant> {
  const { configuration } = wish.issuer;
  if (configuration.serverMetadata().device_authorization_endpoint === undefined) {
    throw noWay(wish.issuer, 'a code for another device', { command: ['login', '--oauth'] });
  }
  const { scope, ...others } = parametersOf(wish);
  const secrets: string[] = [];
  try {
    const code = await initiateDeviceAuthorization(configuration, { ...others, ...(scope !== undefined && { scope }) });
    secrets.push(code.device_code);
    const { verification_uri: address, verification_uri_complete: addressWithCode } = code;
    for (const shown of [address, addressWithCode]) if (shown !== undefined) checkedAddress(shown);
    onCode({ address, code: code.user_code, addressWithCode });
    configuration[customFetch] = withPatience(configuration[customFetch]!);
    const tokens = await pollDeviceAuthorizationGrant(configuration, code, others, {
      signal: AbortSignal.any([wish.signal, AbortSignal.timeout(code.expires_in * 1000)]),
    });
    return grantOf(tokens, wish.issuer, wish.clock.now(), others);
  } catch (error) {
    wish.signal.throwIfAborted();
    throw inWords(error, asked(wish, 'device', secrets));
  }
}

/** Scopes as typed; if none were, those that the service names, with what gives a name and a renewal where it is there. */
function parametersOf({ issuer, scope, announced }: LoginWish): { scope?: string; resource?: string } {
  const offered = issuer.configuration.serverMetadata().scopes_supported ?? [];
  const usual = ['openid', 'offline_access'].filter((one) => offered.includes(one));
  const asked = scope ?? [...new Set([...usual, ...(announced.scope?.split(' ') ?? [])])].join(' ');
  return {
    ...(asked !== '' && { scope: asked }),
    ...(announced.resource !== undefined && { resource: announced.resource }),
  };
}

/** A poll that fails for now asks for patience, and is no end (RFC 8628, 3.5). */
function withPatience(fetch: CustomFetch): CustomFetch {
  return (...asked) =>
    fetch(...asked).catch((error: unknown) => {
      if (!(error instanceof ReconError) || !error.isTemporary) throw error;
      return Response.json({ error: 'slow_down' }, { status: 400 });
    });
}

async function arrivedInTime(arrived: Promise<URL>, { clock, signal, issuer }: LoginWish): Promise<URL> {
  const over = new AbortController();
  const late = clock.sleep(PATIENCE_MS, AbortSignal.any([signal, over.signal])).then(() => {
    throw new ReconError('not_logged_in', `nobody logged in at ${issuer.host} within ${PATIENCE_MS / 60_000} minutes`, {
      hint: { command: ['login', '--oauth'] },
    });
  });
  try {
    return await Promise.race([arrived, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

const asked = ({ issuer: { host, clientId } }: LoginWish, doing: Asked['doing'], secrets: string[]): Asked => ({
  host,
  clientId,
  doing,
  secrets,
});

const noWay = ({ host }: Issuer, way: string, hint: { command: string[] }) =>
  new ReconError('not_logged_in', `${host} has no login with ${way}`, { hint });
