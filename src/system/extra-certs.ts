import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { shellLine } from './line-text.ts';
import { whyNotRead } from './why-not-read.ts';

/** A file of more certificates to trust. */
export interface ExtraCerts {
  /** What names it: NODE_EXTRA_CA_CERTS, which Node reads itself, or a setting. */
  name: string;
  path: string;
  /** Why nothing is taken from it, as a phrase that follows its path; Node itself says little of that, or nothing. */
  fault?: string;
  /** Why no service is trusted by it, though it can be read, as such a phrase. */
  lack?: string;
  /** What is taken from it. */
  pem?: Buffer;
}

/** Those that the environment and the setting `ca-file` name; `name` is that of its profile. */
export function extraCerts(
  { NODE_EXTRA_CA_CERTS }: { [name: string]: string | undefined },
  caFile: { name: string; value: string } | undefined,
): ExtraCerts[] {
  return [
    ...(NODE_EXTRA_CA_CERTS ? [certsIn('NODE_EXTRA_CA_CERTS', NODE_EXTRA_CA_CERTS)] : []),
    ...(caFile ? [certsIn(`ca-file in ${caFile.name}`, caFile.value)] : []),
  ];
}

export function certsIn(name: string, path: string): ExtraCerts {
  try {
    const bytes = readFileSync(path);
    const fault = faultOf(bytes, path);
    if (fault !== undefined) return { name, path, fault };
    return { name, path, pem: bytes, ...(!certificatesIn(bytes).some(isTrusted) && { lack: NO_SIGNER }) };
  } catch (error) {
    return { name, path, fault: whyNotRead(error) };
  }
}

const PEM = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END/g;

function faultOf(bytes: Buffer, path: string): string | undefined {
  const all = certificatesIn(bytes);
  if (all.length > 0) return all.includes(undefined) ? 'has a damaged certificate in it' : undefined;
  if (certificateOf(bytes) === undefined) return 'has no certificate in it (PEM: -----BEGIN CERTIFICATE-----)';
  return `is not PEM; this makes it so: ${shellLine('openssl', 'x509', '-inform', 'der', '-in', path, '-out', `${path}.pem`)}`;
}

const certificatesIn = (bytes: Buffer): (X509Certificate | undefined)[] =>
  (bytes.toString('latin1').match(PEM) ?? []).map((one) => certificateOf(`${one} CERTIFICATE-----`));

function certificateOf(bytes: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

/** Node trusts what a signer signed, and a certificate itself only where it signed itself. */
const isTrusted = (one: X509Certificate | undefined) => one !== undefined && (one.ca || one.checkIssued(one));

const NO_SIGNER = 'has no certificate of a signer (CA), and none that signed itself';
