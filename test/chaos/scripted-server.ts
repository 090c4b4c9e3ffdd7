import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A listener on this machine whose connections are answered byte by byte. */
export interface Port {
  port: number;
  url: string;
  /** Connections accepted so far. */
  accepted(): number;
  /** Bytes that came in over all of them, for a host that nobody may talk to. */
  receivedBytes(): number;
  /** Refuses connections from now on, as if the service were not running. */
  shut(): Promise<void>;
  /** Listens again, on the same port. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

type OnConnection = (socket: Socket, number: number) => void;

export const openPort = (onConnection: OnConnection): Promise<Port> => port(createServer(), 'connection', onConnection);

/** The same behind TLS; a connection counts once its handshake is through. */
export const openTlsPort = (identity: TlsOptions, onConnection: OnConnection): Promise<Port> =>
  port(
    createTlsServer(identity).on('tlsClientError', () => {}),
    'secureConnection',
    onConnection,
  );

async function port(server: Server, event: string, onConnection: OnConnection): Promise<Port> {
  const open = new Set<Socket>();
  let accepted = 0;
  let receivedBytes = 0;
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      receivedBytes += socket.bytesRead;
      open.delete(socket);
    });
  });
  server.on(event, (socket: Socket) => {
    socket.on('error', () => {});
    onConnection(socket, ++accepted);
  });
  const listen = async (number: number) => {
    server.listen(number, '127.0.0.1');
    await once(server, 'listening');
  };
  // While it is shut, the system may lend the port to somebody's connection, for a moment.
  const reopen = async () => {
    for (let left = 100; ; left--) {
      try {
        return await listen(number);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || left === 0) throw error;
        await sleep(50);
      }
    }
  };
  const shut = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  await listen(0);
  const { port: number } = server.address() as AddressInfo;
  return {
    port: number,
    url: `http://127.0.0.1:${number}`,
    accepted: () => accepted,
    receivedBytes: () => [...open].reduce((sum, socket) => sum + socket.bytesRead, receivedBytes),
    shut,
    reopen,
    close: shut,
  };
}

/** A request as it stands on the wire. */
export interface WireRequest {
  method: string;
  /** With its query. */
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  bodyBytes: number;
}

export interface RequestHooks {
  /** The head is there, the body may not be. True: the connection has been dealt with, nothing more is read. */
  onHead(request: WireRequest): boolean;
  onWhole(request: WireRequest, body: Buffer): void;
}

/** Reads the requests of a connection one after another; a body has the length its head announces. */
export function readRequests(socket: Socket, { onHead, onWhole }: RequestHooks): void {
  let pieces: Buffer[] = [];
  let sizeBytes = 0;
  let current: { request: WireRequest; headBytes: number } | undefined;
  const look = () => {
    if (current === undefined) {
      const got = Buffer.concat(pieces);
      const end = got.indexOf('\r\n\r\n');
      if (end < 0) return;
      pieces = [got];
      current = { request: requestOf(got.subarray(0, end).toString('latin1')), headBytes: end + 4 };
      if (onHead(current.request)) {
        socket.off('data', take);
        return;
      }
    }
    const wholeBytes = current.headBytes + current.request.bodyBytes;
    if (sizeBytes < wholeBytes) return;
    const got = Buffer.concat(pieces);
    const { request, headBytes } = current;
    pieces = [got.subarray(wholeBytes)];
    sizeBytes -= wholeBytes;
    current = undefined;
    onWhole(request, got.subarray(headBytes, wholeBytes));
  };
  const take = (piece: Buffer) => {
    pieces.push(piece);
    sizeBytes += piece.length;
    look();
  };
  socket.on('data', take);
}

function requestOf(head: string): WireRequest {
  const [first = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { method, path, headers, bodyBytes: Number(headers['content-length'] ?? 0) };
}

/** Status line, headers and the empty line behind them. */
export const headOf = (status: number | string, headers: Readonly<Record<string, string | number>> = {}) =>
  `HTTP/1.1 ${typeof status === 'number' ? `${status} Status` : status}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
