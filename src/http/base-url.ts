import { ReconError } from '../errors.ts';
import { parseUrl } from '../parse-url.ts';

/**
 * A service's base URL, checked: `https:`, or `http:` to this machine only; no user, query or
 * fragment. A path prefix is kept, without a trailing slash.
 */
export function parseBaseUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw unusable('is not a web address', 'an address like https://clinic.example/api');
  }
  if (url.username !== '' || url.password !== '') {
    throw unusable('holds a user name or password', 'the address without them: access is by token only');
  }
  if (url.search !== '' || url.hash !== '') {
    throw unusable('holds a query or fragment', 'only the part before ? and #');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw unusable(
      `is not encrypted, and ${quoted(url.hostname)} is another machine`,
      `https://${url.host}${url.pathname}`,
    );
  }
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** Whether a URL's host name is this machine. IPv6 names come in brackets, as URL gives them. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}

/** Base, path and query as one URL. Values are percent-encoded; `[]` in names stays readable. */
export function requestUrl(base: URL, path: string, query: readonly (readonly [string, string])[] = []): URL {
  const search = query.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join('&');
  return new URL(`${base.origin}${base.pathname.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`);
}

const encodeName = (name: string) => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']');

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));

function unusable(why: string, hint: string): ReconError {
  return new ReconError('usage', `the base URL ${why}`, { hint });
}
