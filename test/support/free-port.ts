import { createServer } from 'node:net';

/** The system gives ports of its own choice from 32768 on Linux, 49152 elsewhere. */
const FIRST = 20_000;
const LAST = 32_000;

/** A free port for a server that is started on it again and again: nobody is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
