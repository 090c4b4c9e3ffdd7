import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { type ErrorFacts, ReconError } from '../../errors.ts';
import { hideToken } from '../../http/request-parts.ts';

export interface Asked {
  host: string;
  clientId: string;
  doing: 'discovery' | 'login' | 'device' | 'renewal' | 'revocation';
  /** What was sent, and must not come back in a message. */
  secrets: readonly string[];
}

/** True if something else than a document came: a 404, a web page. */
export const hasNoDocument = (error: unknown): boolean =>
  error instanceof ClientError && error.cause instanceof Response;

/**
 * An error of openid-client in our words. Nothing of it is kept as the cause: it holds answers with tokens in them, and
 * `--debug` shows causes.
 */
export function inWords(thrown: unknown, asked: Asked): ReconError {
  const own = reconErrorIn(thrown);
  if (own !== undefined) return own;
  if (thrown instanceof AuthorizationResponseError || thrown instanceof ResponseBodyError) {
    return refusal(thrown.error, thrown.error_description, asked);
  }
  const { host, doing } = asked;
  const code = thrown instanceof ClientError ? thrown.code : undefined;
  const { expected, attribute, body } = objectOf(objectOf(thrown)['cause']);
  if (doing === 'device' && code === 'OAUTH_TIMEOUT') return refusal('expired_token', undefined, asked);
  if (attribute === 'issuer') {
    const named = String(objectOf(body)['issuer']).slice(0, 200);
    return new ReconError('not_logged_in', `wrong issuer: ${String(expected)} says that it is ${named}`, {
      hint: { command: ['login', '--oauth', '--issuer', named], because: 'if you trust that one' },
    });
  }
  const cause = objectOf(thrown)['cause'];
  if (objectOf(objectOf(cause)['cause'])['claim'] === 'iss') return wrongIssuer(host);
  const why = cause instanceof Error && code === 'OAUTH_INVALID_RESPONSE' ? cause.message : undefined;
  if (why?.includes('"iss"')) return wrongIssuer(host);
  if (why?.includes('"state"')) return wrongState();
  if (doing === 'discovery' && cause instanceof Response) {
    return new ReconError('protocol', `${host} is no issuer of tokens: it says nothing of itself (${cause.status})`, {
      hint: '--issuer with the address that whoever runs the service names',
    });
  }
  const status = cause instanceof Response ? ` (${cause.status})` : '';
  const what = thrown instanceof Error ? thrown.message : 'unknown error';
  return new ReconError('protocol', `the answer of ${host} is not what OAuth has: ${what}${status}`);
}

const TRY_AGAIN: ErrorFacts = { hint: { command: ['login', '--oauth'], because: 'which begins anew' } };

const wrongIssuer = (host: string) =>
  new ReconError('not_logged_in', `wrong issuer: the answer that came back is not from ${host}`, TRY_AGAIN);

/** The answer in the browser belongs to another login, or to none. */
const wrongState = () =>
  new ReconError('not_logged_in', 'wrong state: the answer that came back does not belong to this login', TRY_AGAIN);

/** `error` is a code of RFC 6749, 7009 or 8628, or one of the issuer's own. */
function refusal(error: string, description: string | undefined, asked: Asked): ReconError {
  const { host, clientId, doing, secrets } = asked;
  const hidden = (text: string) => secrets.reduce(hideToken, text).slice(0, 300);
  const said = description === undefined ? [] : [`${host} says: ${hidden(description)}`];
  const isOneOf = (...codes: string[]) => codes.includes(error);
  if (isOneOf('server_error', 'temporarily_unavailable')) {
    return new ReconError('unavailable', `the issuer ${host} cannot do it now (${error})`, {
      details: said,
      hint: 'the same command again later',
    });
  }
  const { message, hint = TRY_AGAIN.hint } = ((): { message: string; hint?: ErrorFacts['hint'] } => {
    if (isOneOf('access_denied')) return { message: `the login was denied at ${host}` };
    if (isOneOf('expired_token')) return { message: `the code ran out before anybody logged in at ${host}` };
    if (isOneOf('invalid_grant') && doing === 'renewal') {
      return { message: `${host} has ended this login`, hint: { command: ['login', '--oauth'] } };
    }
    if (isOneOf('invalid_grant')) return { message: `${host} does not take the code that came back` };
    if (isOneOf('invalid_client', 'unauthorized_client')) {
      return {
        message: `${host} does not know the client ${JSON.stringify(clientId)}, or does not let it log in this way`,
        hint: '--client-id with the one that is registered for recon there, as a public client',
      };
    }
    if (isOneOf('invalid_scope', 'invalid_target')) {
      return {
        message: `${host} does not give what was asked for (${error})`,
        hint: '--scope with what whoever runs the service names',
      };
    }
    return { message: `${host} refused the login (${hidden(error)})` };
  })();
  return new ReconError('not_logged_in', message, { details: said, hint });
}

/** Our own transport throws in the middle of openid-client, which wraps what it does not know. */
function reconErrorIn(thrown: unknown): ReconError | undefined {
  if (thrown instanceof ReconError) return thrown;
  return thrown instanceof Error && thrown.cause !== undefined ? reconErrorIn(thrown.cause) : undefined;
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
