import { hideToken } from './token.ts';

/** The headers whose values are shown: useful and not private. Of all others only the name is shown. */
const SHOWN = new Set([
  'accept',
  'accept-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'recon-idempotency',
  'retry-after',
  'server',
  'user-agent',
  'x-request-id',
]);

/** The headers for a trace; a service may send the token back in any header, so it is hidden in all of them. */
export function traceHeaders(headers: Readonly<Record<string, string>>, token: string): Record<string, string> {
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
