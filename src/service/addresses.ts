import { ReconError } from '../errors.ts';
import { isLoopback } from '../system/base-url.ts';

interface Listening {
  host: string;
  publicUrl?: string | undefined;
  tls?: object | undefined;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Patient data goes over a network only encrypted: by our own TLS, or by a proxy that the public URL names. */
export function requireSafeAddress({ host, publicUrl, tls }: Listening): void {
  if (isLoopback(host) || tls !== undefined || publicUrl?.startsWith('https://')) return;
  throw new ReconError(
    'usage',
    `${JSON.stringify(host)} is reachable from other machines, and without TLS anyone between could read along`,
    {
      hint: 'the same command with --tls-cert and --tls-key, or with --public-url https://… where a TLS proxy stands before it',
    },
  );
}

/** False where only programs of this machine can ask. */
export const isReachedByOthers = ({ host, publicUrl }: Listening) => publicUrl !== undefined || !isLoopback(host);

/** The host names under which requests are answered. */
export function allowedHosts({ host, publicUrl }: Listening): string[] {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  return [...new Set([...LOOPBACK, bracketed(host).toLowerCase(), ...own])];
}

/** The URL under which this machine reaches the service: the loopback one where it listens on all addresses. */
export function localUrl({ host, tls }: Listening, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : bracketed(host);
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}`;
}

/** `::1` → `[::1]`, as in a URL. */
export const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
