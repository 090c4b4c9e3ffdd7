import { isLoopback } from './loopback.ts';
import { parseUrl } from './parse-url.ts';

/** The checked address of a service; `text` has no slash at its end. */
export interface BaseUrl {
  text: string;
  /** Scheme, host and port. A token belongs to one origin. */
  origin: string;
}

/** The checked URL, or the problem as a phrase that follows the text ("has no host"). */
export function parseBaseUrl(text: string): BaseUrl | { problem: string } {
  const url = parseUrl(text);
  if (url === undefined) return { problem: 'is not a URL; it should look like https://clinic.example' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return { problem: 'should begin with https://' };
  }
  // A name before an @ makes one host look like another, so it is refused.
  if (url.username !== '' || url.password !== '' || /^https?:[/\\]*[^/\\?#]*@/i.test(text)) {
    return { problem: 'must not hold a user name or password (the part before "@")' };
  }
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    return { problem: 'must end after its path, without "?" or "#"' };
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return { problem: 'should begin with https://; plain http is for services on this machine only' };
  }
  return { text: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin };
}
