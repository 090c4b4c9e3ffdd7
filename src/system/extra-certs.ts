import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shellLine } from './line-text.ts';
import { whyNotRead } from './why-not-read.ts';

/** The file that NODE_EXTRA_CA_CERTS names, which Node trusts too. */
export interface ExtraCerts {
  path: string;
  /** Why Node takes nothing from it, as a phrase that follows its name; Node itself says little of that, or nothing. */
  fault?: string;
}

/** undefined where the variable is not set. */
export function extraCerts({
  NODE_EXTRA_CA_CERTS: path,
}: {
  [name: string]: string | undefined;
}): ExtraCerts | undefined {
  if (!path) return undefined;
  const fault = faultOf(path);
  return { path, ...(fault !== undefined && { fault }) };
}

const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END/;

function faultOf(path: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return whyNotRead(error);
  }
  const first = PEM.exec(bytes.toString('latin1'))?.[0];
  if (first === undefined) {
    if (!isCertificate(bytes)) return 'has no certificate in it (PEM: -----BEGIN CERTIFICATE-----)';
    return `is not PEM; this makes it so: ${shellLine('openssl', 'x509', '-inform', 'der', '-in', path, '-out', `${path}.pem`)}`;
  }
  return isCertificate(`${first} CERTIFICATE-----`) ? undefined : 'has a damaged certificate in it';
}

function isCertificate(bytes: string | Buffer): boolean {
  try {
    return new X509Certificate(bytes).raw.length > 0;
  } catch {
    return false;
  }
}
