import { connect, rootCertificates, type SecureContext } from 'node:tls';

/** What a client sees of the certificate of a service. */
export interface ServiceCertificate {
  /** From when to when it is valid, epoch ms. */
  from: number;
  until: number;
  /** One of the authorities that browsers and phones know has signed it. */
  isPublic: boolean;
}

const LIMIT_MS = 10_000;

/**
 * The certificate of an https service, looked at on connections of its own.
 * @returns undefined where it cannot be looked at: what is wrong with the way there is told by a request
 */
export async function serviceCertificate(
  service: URL,
  trust: SecureContext | undefined,
): Promise<ServiceCertificate | undefined> {
  const life = await lookAt(service, trust && { secureContext: trust }, ({ valid_from, valid_to }) => ({
    from: Date.parse(valid_from),
    until: Date.parse(valid_to),
  }));
  if (life === undefined || Number.isNaN(life.from + life.until)) return undefined;
  // Without what this machine, its user or a profile adds to Node's own.
  const isPublic = await lookAt(service, { ca: [...rootCertificates] }, () => true);
  return { ...life, isPublic: isPublic === true };
}

type Peer = ReturnType<ReturnType<typeof connect>['getPeerCertificate']>;

/** undefined where the certificate is not trusted, or nothing answers. */
function lookAt<T>(
  { hostname, port }: URL,
  trusting: { secureContext: SecureContext } | { ca: string[] } | undefined,
  read: (peer: Peer) => T,
): Promise<T | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((done) => {
    const servername = /^[\d.]+$|:/.test(host) ? '' : host;
    const socket = connect({ host, port: Number(port || 443), servername, ...trusting });
    const end = (seen?: T) => {
      socket.destroy();
      done(seen);
    };
    socket.setTimeout(LIMIT_MS, () => end());
    socket.on('error', () => end());
    socket.once('secureConnect', () => end(read(socket.getPeerCertificate())));
  });
}
