import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { ReconError } from '../errors.ts';
import { isLoopback } from '../system/base-url.ts';

export interface Listening {
  host: string;
  publicUrl?: string | undefined;
  tls?: { cert: string } | undefined;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Patient data goes over a network only encrypted: by our own TLS, or by a proxy that the public URL names. */
export function requireSafeAddress({ host, publicUrl, tls }: Listening): void {
  if (publicUrl?.startsWith('http://') && !isLoopback(new URL(publicUrl).hostname)) {
    throw new ReconError(
      'usage',
      `--public-url ${publicUrl} is plain http, and whoever is on the way could read photos, links and tokens`,
      {
        hint: `--public-url ${publicUrl.replace('http:', 'https:')}, with --tls-cert and --tls-key or behind a TLS proxy`,
      },
    );
  }
  if (isLoopback(host) || tls !== undefined || publicUrl?.startsWith('https://')) return;
  throw new ReconError(
    'usage',
    `${JSON.stringify(host)} is reachable from other machines, and without TLS anyone between could read along`,
    {
      hint: 'the same command with --tls-cert and --tls-key, or with --public-url https://… where a TLS proxy stands before it',
    },
  );
}

/** What a start tells of an address that a proxy with TLS is to stand before; undefined where nobody goes around it. */
function openBesideProxy({ host, publicUrl, tls }: Listening): string | undefined {
  if (isLoopback(host) || tls !== undefined || publicUrl === undefined) return undefined;
  return `plain http is answered on ${host} too, for the proxy that ${publicUrl} leads to: only that proxy may reach this port. Where it runs on this machine, leave out --host; else keep others out, or give --tls-cert and --tls-key`;
}

/** What a start tells where the address of whoever asks is likely that of a proxy; undefined where it is not. */
function unseenClients({ host, publicUrl, tls, isProxy }: Listening & { isProxy?: unknown }): string | undefined {
  if (isProxy !== undefined || publicUrl === undefined || tls !== undefined || !isLoopback(host)) return undefined;
  const { hostname, protocol } = new URL(publicUrl);
  if (protocol === 'http:' && isLoopback(hostname)) return undefined;
  return `behind the proxy that ${publicUrl} leads to, the audit has the proxy’s address for whoever asks, and wrong tokens of all count as those of one; where it sets X-Forwarded-For, add --behind-proxy loopback`;
}

/** What a start warns of where a proxy is to stand before it. */
export const proxyWarning = (plan: Parameters<typeof unseenClients>[0]): string | undefined =>
  openBesideProxy(plan) ?? unseenClients(plan);

/** What a start warns of where links lead nobody else to it. */
export function publicUrlWarning({ publicUrl }: Pick<Listening, 'publicUrl'>): string | undefined {
  if (publicUrl === undefined || !isLoopback(new URL(publicUrl).hostname)) return undefined;
  return `--public-url ${publicUrl} is this machine alone: no other machine and no phone can reach it or open its links. For those, give the address that they reach`;
}

/** False where only programs of this machine can ask. */
export const isReachedByOthers = ({ host, publicUrl }: Listening) => publicUrl !== undefined || !isLoopback(host);

/** The host names under which requests are answered. */
export function allowedHosts({ host, publicUrl, tls }: Listening): string[] {
  const own = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const certified = tls === undefined ? [] : namesOf(new X509Certificate(tls.cert));
  return [...new Set([...LOOPBACK, bracketed(host).toLowerCase(), ...own, ...certified.map(bracketed)])];
}

/** The URL under which this machine reaches the service. */
export function localUrl(listening: Listening, port: number): string {
  return `${listening.tls === undefined ? 'http' : 'https'}://${bracketed(localName(listening).name)}:${port}`;
}

interface LocalName {
  name: string;
  /** What it would be for any certificate: the loopback address where the service listens on all addresses. */
  usual: string;
  /** The names and addresses of the certificate, if it is not for the usual one. */
  certified?: string[];
}

/** Another name than the usual one where the certificate is for another. */
export function localName({ host, publicUrl, tls }: Listening): LocalName {
  const usual = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  if (tls === undefined) return { name: usual, usual };
  const certificate = new X509Certificate(tls.cert);
  const isFor = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name)) !== undefined;
  if (isFor(usual)) return { name: usual, usual };
  const certified = namesOf(certificate);
  const publicName = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  // A name with a star is none to type.
  const plain = certified.filter((name) => !name.includes('*'));
  const others = [...(isLoopback(usual) ? ['localhost'] : []), ...publicName, ...plain, hostname()];
  return { name: others.find(isFor) ?? usual, usual, certified };
}

/**
 * Where other machines reach a service that they can ask; undefined where they cannot. None where the certificate names
 * only this machine to itself: clients refuse it for another name.
 */
export function addressesForOthers(listening: Listening, port: number): string[] | undefined {
  const { publicUrl, tls } = listening;
  if (publicUrl !== undefined) return isLoopback(new URL(publicUrl).hostname) ? undefined : [publicUrl];
  if (!isReachedByOthers(listening) || tls === undefined) return undefined;
  const names = namesOf(new X509Certificate(tls.cert)).filter((name) => !isLoopback(name));
  return names.map((name) => `https://${bracketed(name)}:${port}`);
}

/** What other machines may know this one by. */
export function namesOfThisMachine(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all);
  return [hostname(), ...addresses.filter((one) => !one.internal && one.family === 'IPv4').map((one) => one.address)];
}

/** The subject alternative names of a certificate, in lower case. */
export const namesOf = ({ subjectAltName = '' }: X509Certificate): string[] =>
  [...subjectAltName.matchAll(/\b(?:DNS|IP Address):([^,\s"]+)/g)].map(([, name]) => name!.toLowerCase());

/** `::1` → `[::1]`, as in a URL. */
export const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host);
