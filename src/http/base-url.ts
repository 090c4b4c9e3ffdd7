import { ReconError } from '../errors.ts';
import { parseBaseUrl } from '../system/base-url.ts';

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
