import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { isLoopback } from '../system/base-url.ts';
import { FOR_PHONES, UNKNOWN_TO_PHONES } from '../system/certificate-words.ts';
import { addressesForOthers, type Listening, localName, namesOf } from './addresses.ts';
import type { Log } from './domain/store.ts';
import { isOfPublicSigner } from './trust.ts';

/** Why others may refuse the certificate of a service. */
export interface CertificateFacts {
  /** The name of the public address, and those that the certificate has instead of it. */
  otherName?: { host: string; names: readonly string[] } | undefined;
  /** No signer whom phones know has signed it. */
  isPrivate?: true | undefined;
}

/** `isProxy`: a proxy that reads the requests stands before it, so others see the certificate of that one. */
type Shown = Listening & { isProxy?: unknown };

/** Where the own certificate is not for the name in `--public-url`, under which others ask for it. */
export function otherName({ publicUrl, tls, isProxy }: Shown): CertificateFacts['otherName'] {
  if (tls === undefined || publicUrl === undefined || isProxy !== undefined) return undefined;
  const { hostname, protocol } = new URL(publicUrl);
  if (protocol !== 'https:' || isLoopback(hostname)) return undefined;
  const certificate = new X509Certificate(tls.cert);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  // Browsers never look at the subject, and Node does where there is no other name.
  const fitting = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host, { subject: 'never' });
  return fitting === undefined ? { host, names: namesOf(certificate) } : undefined;
}

/** Of a service that runs; nothing where only this machine can ask. */
export async function certificateFacts(shown: Shown, port: number): Promise<CertificateFacts> {
  const others = addressesForOthers(shown, port) ?? [];
  if (shown.tls === undefined || shown.isProxy !== undefined || others.length === 0) return {};
  const other = otherName(shown);
  const isPublic = await isOfPublicSigner({ host: localName(shown).usual, port });
  return { ...(other && { otherName: other }), ...(!isPublic && { isPrivate: true }) };
}

/** What is wrong with a name, and what to do, as phrases. */
export function otherNameWords({ host, names }: NonNullable<CertificateFacts['otherName']>) {
  const list = names.length === 0 ? 'no name or address at all' : names.join(', ');
  return {
    found: `is for ${list}, and not for ${host}, which --public-url names: other machines and phones refuse it`,
    fix: `a certificate that names ${host} (subjectAltName), or an address that this one is for in --public-url`,
  };
}

export const PROXY_ASIDE =
  'where a proxy with another certificate stands before the service, name that in --behind-proxy';

/** Told at the start, and of a certificate that takes the place of another. */
export function tellFacts({ otherName: other, isPrivate }: CertificateFacts, onLog: Log): void {
  if (other !== undefined) {
    const { found, fix } = otherNameWords(other);
    onLog(`TLS: the certificate ${found}. Needed: ${fix}; ${PROXY_ASIDE}`, 'fault');
  }
  if (isPrivate) onLog(`TLS: the certificate ${UNKNOWN_TO_PHONES}. Needed for links: ${FOR_PHONES}`, 'fault');
}
