import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LocalServer {
  url: string;
  port: number;
  /** Connections accepted so far. */
  connections(): number;
  close(): Promise<void>;
}

/** A server whose connections are answered byte by byte as the test wants. Closed with the test. */
export async function netServer(onConnection: (socket: Socket, number: number) => void): Promise<LocalServer> {
  let accepted = 0;
  const server = createNetServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket, ++accepted);
  });
  return await listening(server, () => accepted);
}

/** An ordinary HTTP server. Closed with the test. */
export async function httpServer(
  onRequest: (request: IncomingMessage, response: ServerResponse, number: number) => void,
): Promise<LocalServer> {
  let requests = 0;
  let accepted = 0;
  const server = createServer((request, response) => onRequest(request, response, ++requests));
  server.on('connection', () => {
    accepted += 1;
  });
  return await listening(server, () => accepted);
}

export async function listening(server: Server | NetServer, connections: () => number): Promise<LocalServer> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      for (const socket of open) socket.destroy();
      server.close(() => resolve());
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}`, port, connections, close };
}

/** Calls back once a whole request head, and as much body as it announces, has arrived. */
export function onWholeRequest(socket: Socket, answer: (request: string) => void): void {
  let got = Buffer.alloc(0);
  socket.on('data', (piece) => {
    got = Buffer.concat([got, piece]);
    const end = got.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(got.toString('latin1'))?.[1] ?? 0);
    if (got.length < end + 4 + length) return;
    const request = got.toString('latin1');
    got = Buffer.alloc(0);
    answer(request);
  });
}

export const jsonAnswer = (body: string, extra = '') =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${extra}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

export const emptyAnswer = (status: string, extra = '') => `HTTP/1.1 ${status}\r\n${extra}content-length: 0\r\n\r\n`;
