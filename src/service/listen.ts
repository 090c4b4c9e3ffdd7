import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allowedHosts, localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import { openAudit } from './audit.ts';
import type { Store } from './domain/store.ts';
import { LIMITS } from './limits.ts';
import { createLinks } from './links.ts';
import type { Log } from './log.ts';
import type { Queue } from './queue/queue.ts';
import { createUrlSigner } from './signing.ts';
import { ensureSigningKey } from './signing-key.ts';
import type { ServiceOptions } from './start.ts';
import type { Reserve } from './storage/reserve.ts';
import { createTurns } from './turns.ts';

const STOP_LIMIT_MS = 20_000;
/** How often a stopping service looks for connections that hold it up for nothing. */
const TIDY_EVERY_MS = 50;
/** For the answers of those who waited for a generation and are told that it goes on later. */
const LAST_ANSWERS_MS = 1_000;

interface ListenParts {
  store: Store;
  queue: Queue;
  reserve: Reserve;
  folder: string;
  onLog: Log;
}

/** Builds the app around store and queue and takes requests. */
export async function listen(
  options: ServiceOptions,
  { store, queue, reserve, folder, onLog }: ListenParts,
): Promise<{ url: string; port: number; stop(): Promise<void> }> {
  const { clock, host, tls, publicUrl } = options;
  let url = '';
  const signer = createUrlSigner(await ensureSigningKey(store), clock);
  const audit = openAudit(join(folder, 'audit.log'), (line) => onLog(line, 'fault'));
  const app = await createApp({
    store,
    queue,
    clock,
    signer,
    links: createLinks(() => publicUrl?.replace(/\/+$/, '') ?? url, signer),
    audit,
    reserve,
    allowedHosts: allowedHosts(options),
    uploads: new Map(),
    keysUnderWay: new Map(),
    examine: createTurns(LIMITS.examinations),
    ...(tls === undefined ? {} : { tls }),
    onLog,
  });
  const unanswered = countUnanswered(app);
  await app.listen({ host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = localUrl(options, port);
  return { url, port, stop: () => stopListening(app, queue, unanswered) };
}

/** How many requests wait for the end of their answer. */
function countUnanswered({ server }: FastifyInstance): () => number {
  let count = 0;
  server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
    });
  });
  return () => count;
}

/** Answers what has been asked and takes nothing new; after a while it no longer waits for generations. */
async function stopListening(app: FastifyInstance, queue: Queue, unanswered: () => number): Promise<void> {
  queue.drain();
  const closed = app.close();
  const tidy = setInterval(() => {
    // Without a request to answer, a connection is only kept alive, or holds a body that nobody reads.
    if (unanswered() === 0) app.server.closeAllConnections();
    else app.server.closeIdleConnections();
  }, TIDY_EVERY_MS);
  const limit = setTimeout(() => void queue.stop(), STOP_LIMIT_MS);
  const end = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS + LAST_ANSWERS_MS);
  try {
    await closed;
  } finally {
    clearInterval(tidy);
    clearTimeout(limit);
    clearTimeout(end);
  }
}
