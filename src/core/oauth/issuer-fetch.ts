import type { CustomFetch } from 'openid-client';
import { ReconError } from '../../errors.ts';
import { withoutChange } from '../../http/errors.ts';
import type { Transport } from '../../http/transport.ts';
import { parseBaseUrl, parseUrl } from '../../system/base-url.ts';

/** Sends requests without a token to the origin of an issuer: our own time limits, proxy and traces hold for them. */
export type TransportTo = (origin: string) => Transport;

export interface IssuerRequest {
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  text?: string | undefined;
}

/**
 * Any answer of an issuer except a failure of its own.
 * @throws ReconError as for a service; a lost answer counts as no answer, since no patient is changed by it
 */
export async function askIssuer(to: TransportTo, { url, method = 'GET', headers, text }: IssuerRequest) {
  const { origin, pathname, searchParams } = checkedAddress(url);
  const kind = method === 'GET' ? 'read' : 'change';
  const asked = { method, path: pathname, query: [...searchParams], headers, text, kind } as const;
  const { answer, refusal } = await to(origin)
    .raw(asked)
    .catch((error: unknown) => {
      throw inWordsFor(url.host, error);
    });
  if (refusal !== undefined && (answer.status >= 500 || answer.status === 429)) throw inWordsFor(url.host, refusal);
  return answer;
}

/** The `fetch` of openid-client. Its own signals are left aside: the transport has limits for all that it does. */
export function issuerFetch(to: TransportTo): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { accept, 'content-type': type } = headers;
    const {
      status,
      headers: answered,
      text,
    } = await askIssuer(to, {
      url: new URL(address),
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...(accept !== undefined && { accept }), ...(type !== undefined && { 'content-type': type }) },
      text: body === undefined || body === null ? undefined : String(body),
    });
    const contentType = answered['content-type'];
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : text, {
      status,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
  };
}

/** @throws ReconError for an address that is neither https nor on this machine */
export function checkedAddress(address: string | URL): URL {
  const url = parseUrl(String(address));
  const parsed = parseBaseUrl(url === undefined ? '' : Object.assign(new URL(url), { search: '', hash: '' }).href);
  if (!('problem' in parsed)) return new URL(address);
  const told = url === undefined ? JSON.stringify(address) : `${url.protocol}//${url.host}${url.pathname}`;
  throw new ReconError('protocol', `the address ${told}, which the issuer names, ${parsed.problem}`);
}

/**
 * A change that may have been made is one of patients; of a request to an issuer only its cause is told. Commands that a
 * hint names are for the service.
 */
function inWordsFor(host: string, error: unknown): unknown {
  if (!(error instanceof ReconError)) return error;
  const own = error.code === 'outcome_unknown' && error.cause instanceof ReconError ? error.cause : error;
  const cause = withoutChange(own);
  if (cause.isStop) return cause;
  const hint =
    typeof cause.hint === 'object' ? `the same command when ${host}, where people log in, answers` : cause.hint;
  return cause.with({ message: cause.message.replace(/^the service\b/, `the issuer ${host}`), hint });
}
