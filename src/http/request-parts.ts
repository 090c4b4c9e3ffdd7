import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';
import { tokenProblem } from '../system/token-shape.ts';

/** A service's base URL. A path prefix is kept. @throws ReconError `usage` */
export function checkedBaseUrl(text: string): URL {
  const parsed = parseBaseUrl(text);
  if ('problem' in parsed) throw new ReconError('usage', `the base URL ${parsed.problem}`);
  return new URL(parsed.text);
}

/** Base, path and query as one URL. Values are percent-encoded; `[]` in names stays readable. */
export function requestUrl(base: URL, path: string, query: readonly (readonly [string, string])[] = []): URL {
  const search = query.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join('&');
  return new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`);
}

const encodeName = (name: string) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');

/**
 * The token, checked for use in a header.
 * @throws ReconError `usage`, which never quotes the token
 */
export function checkedToken(token: string): string {
  const problem = tokenProblem(token);
  if (problem === undefined) return token;
  throw new ReconError('usage', `the token ${problem}`, {
    hint: { command: ['login'], because: 'with the token copied anew' },
  });
}

/** Hides the token in a service's text: an error answer may repeat it. */
export function hideToken(text: string, token: string | undefined): string {
  if (token === undefined) return text;
  return text.replaceAll(token, '(token hidden)').replaceAll(encodeURIComponent(token), '(token hidden)');
}

/** Headers that only this program sets: identity of the caller, framing of the message, encoding. */
const OURS = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

/** The headers of a request: the caller's own, checked, and ours. Names are in lower case. */
export function requestHeaders(request: {
  own: Readonly<Record<string, string>> | undefined;
  token: string | undefined;
  userAgent: string;
  accept: string;
}): Record<string, string> {
  const headers: Record<string, string> = { accept: request.accept };
  for (const [name, value] of Object.entries(request.own ?? {})) headers[checkedName(name)] = checkedValue(name, value);
  headers['accept-encoding'] = 'identity';
  headers['user-agent'] = request.userAgent;
  if (request.token !== undefined) headers['authorization'] = `Bearer ${request.token}`;
  return headers;
}

function checkedName(name: string): string {
  const plain = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(plain)) throw badHeader(name, 'is not a header name');
  if (OURS.has(plain)) throw badHeader(name, 'is set by recon itself');
  return plain;
}

function checkedValue(name: string, value: string): string {
  if (!/^[\t\x20-\x7e]*$/.test(value)) throw badHeader(name, 'holds a line break or a character outside ASCII');
  return value;
}

function badHeader(name: string, why: string): ReconError {
  return new ReconError('usage', `the header ${JSON.stringify(name.slice(0, 80))} ${why}`);
}

/** The headers whose values are shown: useful and not private. Of all others only the name is shown. */
const SHOWN = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'recon-change',
  'recon-idempotency',
  'recon-routes',
  'recon-version',
  'retry-after',
  'server',
  'user-agent',
  'x-request-id',
]);

/** The headers for a trace; a service may send the token back in any header, so it is hidden in all of them. */
export function traceHeaders(
  headers: Readonly<Record<string, string>>,
  token: string | undefined,
): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    shown[name] = SHOWN.has(name) ? hideToken(value, token) : '(hidden)';
  return shown;
}

/** The path with the names of the query; the values are hidden. */
export function tracePath(url: URL): string {
  const names = [...url.searchParams.keys()].map((name) => `${name}=…`);
  return names.length === 0 ? url.pathname : `${url.pathname}?${names.join('&')}`;
}
