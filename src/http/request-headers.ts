import { ReconError } from '../errors.ts';

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
  token: string;
  userAgent: string;
  accept: string;
}): Record<string, string> {
  const headers: Record<string, string> = { accept: request.accept };
  for (const [name, value] of Object.entries(request.own ?? {})) headers[checkedName(name)] = checkedValue(name, value);
  headers['accept-encoding'] = 'identity';
  headers['user-agent'] = request.userAgent;
  headers['authorization'] = `Bearer ${request.token}`;
  return headers;
}

function checkedName(name: string): string {
  const plain = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(plain)) throw refused(name, 'is not a header name');
  if (OURS.has(plain)) throw refused(name, 'is set by recon itself');
  return plain;
}

function checkedValue(name: string, value: string): string {
  if (!/^[\t\x20-\x7e]*$/.test(value)) throw refused(name, 'holds a line break or a character outside ASCII');
  return value;
}

function refused(name: string, why: string): ReconError {
  return new ReconError('usage', `the header ${JSON.stringify(name.slice(0, 80))} ${why}`);
}
