import { connect, type SecureContext } from 'node:tls';

/** From when to when a certificate is valid, epoch ms. */
export interface CertificateLife {
  from: number;
  until: number;
}

const LIMIT_MS = 10_000;

/**
 * The life of the certificate of an https service, looked at on a connection of its own.
 * @returns undefined where it cannot be looked at: what is wrong with the way there is told by a request
 */
export function certificateLife(
  { hostname, port }: URL,
  trust: SecureContext | undefined,
): Promise<CertificateLife | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((done) => {
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, ...(trust && { secureContext: trust }) });
    const end = (life?: CertificateLife) => {
      socket.destroy();
      done(life);
    };
    socket.setTimeout(LIMIT_MS, () => end());
    socket.on('error', () => end());
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate();
      const [from, until] = [Date.parse(valid_from), Date.parse(valid_to)];
      end(Number.isNaN(from + until) ? undefined : { from, until });
    });
  });
}
