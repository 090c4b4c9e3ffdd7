import { once } from 'node:events';
import { createServer } from 'node:net';

/** Listens for a moment. @throws what a service would meet there, such as EADDRINUSE */
export async function tryPort(host: string, port: number): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } finally {
    await new Promise((closed) => server.close(closed));
  }
}
