/** The checked address of a service; `text` has no slash at its end. */
export interface BaseUrl {
  text: string;
  /** Scheme, host and port. A token belongs to one origin. */
  origin: string;
}

/** The checked URL, or the problem as a phrase that follows the text ("has no host"), and what to do. */
export function parseBaseUrl(text: string): BaseUrl | { problem: string; hint?: string } {
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
    return {
      problem: 'should begin with https://; plain http is for services on this machine only',
      hint: 'the same address with https://; a service has it with --tls-cert and --tls-key',
    };
  }
  return { text: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, origin: url.origin };
}

/**
 * Parses a text as a URL; undefined if it is none. `URL.canParse` is not used: after some thousand calls, when it is
 * compiled, Node 20 takes an umlaut for an error.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The port of a service of this machine that is started without one. */
export const SERVICE_PORT = 4747;

/**
 * True if a host can only be this machine. IPv6 may have the brackets of a URL. Names below `.localhost` do not count:
 * some systems ask the network for their address.
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/i.test(host);
}

/** `https://localhost:4747` and `https://127.0.0.1:4747` are one service of this machine. */
export function isSamePlace(one: string | undefined, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [parseUrl(one ?? ''), parseUrl(other)];
  if (a === undefined || b === undefined) return false;
  return [a, b].every((url) => isLoopback(url.hostname)) && a.protocol === b.protocol && a.port === b.port;
}
