import { hideToken } from './token.ts';

/** Header values that help and hold nothing private; of every other one only the name is shown. */
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

/** A service may send the token back in any header. */
export function traceHeaders(headers: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    shown[name] = SHOWN.has(name) ? hideToken(value, token) : '(hidden)';
  return shown;
}

/** Path and query names; the values are hidden. */
export function tracePath(url: URL): string {
  const names = [...url.searchParams.keys()].map((name) => `${name}=…`);
  return names.length === 0 ? url.pathname : `${url.pathname}?${names.join('&')}`;
}
