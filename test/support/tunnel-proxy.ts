import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';

/** What becomes of a tunnel. */
export type Fate =
  | 'pass'
  /** No answer to CONNECT, ever. */
  | 'hang'
  /** The request arrives, its answer does not. */
  | 'lose the answer'
  /** Cut when so many bytes have gone to the service. */
  | { cutAfterBytes: number };

export interface TunnelProxy {
  url: string;
  port: number;
  /** Host and port of each tunnel that was asked for. */
  asked: string[];
  /** Bytes to the service, over all tunnels. */
  sentBytes(): number;
  close(): Promise<void>;
}

export interface TunnelProxyOptions {
  /** Where every tunnel leads. */
  toPort: number;
  /** `user:password`; without it 407. */
  login?: string;
  /** The proxy itself speaks TLS. */
  tls?: { key: string; cert: string };
  /** Counted from 1. */
  fateOf?(tunnel: number): Fate;
}

/** A proxy as clinics have them: CONNECT and nothing else. */
export async function startTunnelProxy({ toPort, login, tls, fateOf = () => 'pass' }: TunnelProxyOptions) {
  const asked: string[] = [];
  const open = new Set<Duplex>();
  let sentBytes = 0;
  const expected = login === undefined ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('connection', (socket) => keep(socket));
  const keep = (socket: Duplex) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  };
  server.on('connect', ({ url = '', headers }: IncomingMessage, socket: Duplex) => {
    keep(socket);
    const fate = fateOf(asked.push(url));
    if (fate === 'hang') return;
    if (headers['proxy-authorization'] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="clinic"\r\n\r\n');
      return;
    }
    const service = connect(
      toPort,
      '127.0.0.1',
      () => void socket.write('HTTP/1.1 200 Connection established\r\n\r\n'),
    );
    keep(service);
    let piecesSent = 0;
    let sentHere = 0;
    socket.on('data', (piece: Buffer) => {
      piecesSent += 1;
      sentHere += piece.length;
      sentBytes += piece.length;
      if (typeof fate === 'object' && sentHere > fate.cutAfterBytes) socket.destroy();
      else service.write(piece);
    });
    // Its first piece is the client's greeting; what comes after the second one answers the request.
    service.on('data', (piece: Buffer) => {
      if (fate !== 'lose the answer' || piecesSent < 2) socket.write(piece);
    });
    service.on('close', () => (fate === 'lose the answer' ? socket.destroy() : socket.end()));
    socket.on('close', () => service.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: TunnelProxy = {
    url: `${tls === undefined ? 'http' : 'https'}://${login === undefined ? '' : `${login}@`}127.0.0.1:${port}`,
    port,
    asked,
    sentBytes: () => sentBytes,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return proxy;
}
