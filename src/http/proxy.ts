import { BlockList, isIP } from 'node:net';
import { ReconError } from '../errors.ts';
import { isLoopback, parseUrl } from '../system/base-url.ts';

/** The environment variables for proxies. Lower case wins over upper case. */
export type ProxyVariables = {
  [name in 'https_proxy' | 'HTTPS_PROXY' | 'no_proxy' | 'NO_PROXY']?: string | undefined;
};

/** The proxy between this machine and the service. */
export interface WebProxy {
  /** The URL without user name and password. */
  url: URL;
  /** The value of Proxy-Authorization, which is secret. */
  authorization: string | undefined;
  /** The variable that the proxy comes from. */
  variable: 'https_proxy' | 'HTTPS_PROXY';
}

/**
 * The proxy for a service; undefined if there is none. This machine is never reached through a proxy, and `http:`
 * addresses are always on this machine.
 * @throws ReconError `usage` for a proxy that is neither `http:` nor `https:`
 */
export function proxyFor(base: URL, variables: ProxyVariables): WebProxy | undefined {
  const variable = variables.https_proxy ? 'https_proxy' : 'HTTPS_PROXY';
  const text = variables[variable];
  if (!text || isLoopback(base.hostname)) return undefined;
  if (isExcepted(base, variables.no_proxy || variables.NO_PROXY || '')) return undefined;
  const url = parseUrl(text.includes('://') ? text : `http://${text}`);
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    // The value is not shown, because it may hold a password.
    throw new ReconError('usage', `${variable} is not the address of an http: or https: proxy`, {
      hint: `${variable}=http://proxy.example:3128, or NO_PROXY=${base.host} where no proxy is needed`,
    });
  }
  return { url: new URL(url.origin), authorization: authorizationOf(url), variable };
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const login = `${percentDecoded(username)}:${percentDecoded(password)}`;
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/** Decodes percent codes; a `%` that begins no code stays a `%`. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * True if NO_PROXY lists the host: `*` is every host; `clinic.example`, `.clinic.example` and `*.clinic.example` are
 * that host and all below it; `10.0.0.0/8` is a range of addresses. A name or address may end with a port.
 */
export function isExcepted({ hostname, port }: URL, noProxy: string): boolean {
  const host = withoutBrackets(hostname);
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '' || entry === '*') return entry === '*';
      const [, range, bits] = /^(.+)\/(\d+)$/.exec(entry) ?? [];
      if (range !== undefined) return isIn(host, range, Number(bits));
      const [, name = entry, onlyPort] = /^(\[.+\]|[^:]+):(\d+)$/.exec(entry) ?? [];
      if (onlyPort !== undefined && onlyPort !== (port || '443')) return false;
      const plain = withoutBrackets(name).replace(/^\*?\./, '');
      return host === plain || host.endsWith(`.${plain}`);
    });
}

function isIn(host: string, range: string, bits: number): boolean {
  const [family, ofRange] = [isIP(host), isIP(range)];
  if (family === 0 || family !== ofRange || bits > (family === 4 ? 32 : 128)) return false;
  const list = new BlockList();
  list.addSubnet(range, bits, family === 4 ? 'ipv4' : 'ipv6');
  return list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
