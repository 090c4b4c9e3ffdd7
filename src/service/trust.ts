import { connect } from 'node:tls';
import { systemErrorCode } from '../errors.ts';

/** What makes commands on this machine trust a certificate: nothing more, its own file, or that of its signer. */
type Trust = 'as it is' | 'by its file' | 'by its signer';

/** As Node's own list of authorities and NODE_EXTRA_CA_CERTS have it, by a connection to the service. */
export async function trustOf(at: { host: string; port: number }, cert: string): Promise<Trust> {
  if (await isSigned(at)) return 'as it is';
  return (await isSigned({ ...at, ca: cert })) ? 'by its file' : 'by its signer';
}

const UNSIGNED = /SELF_SIGNED|UNABLE_TO_/;

/** That it is for another name, or has ended, is told elsewhere. */
const isSigned = (to: { host: string; port: number; ca?: string }) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ ...to, rejectUnauthorized: true, checkServerIdentity: () => undefined }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!UNSIGNED.test(systemErrorCode(error) ?? '')));
  });
