import { connect, rootCertificates, type SecureContext } from 'node:tls';
import { systemErrorCode } from '../errors.ts';

/** What makes commands on this machine trust a certificate: nothing more, its own file, or that of its signer. */
type Trust = 'as it is' | 'by its file' | 'by its signer';

/**
 * By a connection to the service, as Node's own list of authorities and NODE_EXTRA_CA_CERTS have it, or what commands of
 * this user trust.
 */
export async function trustOf(
  at: { host: string; port: number },
  cert: string,
  ofUser?: SecureContext,
): Promise<Trust> {
  if (await isSigned({ ...at, ...(ofUser && { secureContext: ofUser }) })) return 'as it is';
  return (await isSigned({ ...at, ca: cert })) ? 'by its file' : 'by its signer';
}

/** By the authorities that Node has of its own, which are those of browsers and phones: nothing that this machine adds. */
export const isOfPublicSigner = (at: { host: string; port: number }): Promise<boolean> =>
  isSigned({ ...at, ca: [...rootCertificates] });

const UNSIGNED = /SELF_SIGNED|UNABLE_TO_/;

/** That it is for another name, or has ended, is told elsewhere. */
const isSigned = (to: { host: string; port: number; ca?: string | string[]; secureContext?: SecureContext }) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ ...to, rejectUnauthorized: true, checkServerIdentity: () => undefined }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!UNSIGNED.test(systemErrorCode(error) ?? '')));
  });
