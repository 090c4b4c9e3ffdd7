import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allowedHosts, localUrl } from './addresses.ts';
import { createApp } from './app.ts';
import { openAudit } from './audit.ts';
import type { Store } from './domain/store.ts';
import { LIMITS } from './limits.ts';
import { createLinks } from './links.ts';
import type { Queue } from './queue/queue.ts';
import { createUrlSigner } from './signing.ts';
import { ensureSigningKey } from './signing-key.ts';
import type { ServiceOptions } from './start.ts';
import { createTurns } from './turns.ts';

const STOP_LIMIT_MS = 20_000;
/** For the answers of those who waited for a generation and are told that it goes on later. */
const LAST_ANSWERS_MS = 1_000;

/** Builds the app around store and queue and takes requests. */
export async function listen(
  options: ServiceOptions,
  { store, queue, folder, onLog }: { store: Store; queue: Queue; folder: string; onLog(line: string): void },
): Promise<{ app: FastifyInstance; url: string; port: number }> {
  const { clock, host, tls, publicUrl } = options;
  let url = '';
  const signer = createUrlSigner(await ensureSigningKey(store), clock);
  const app = await createApp({
    store,
    queue,
    clock,
    signer,
    links: createLinks(() => publicUrl?.replace(/\/+$/, '') ?? url, signer),
    audit: openAudit(join(folder, 'audit.log')),
    allowedHosts: allowedHosts(options),
    uploads: new Map(),
    keysUnderWay: new Map(),
    examine: createTurns(LIMITS.examinations),
    ...(tls === undefined ? {} : { tls }),
    onLog,
  });
  await app.listen({ host, port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  url = localUrl(options, port);
  return { app, url, port };
}

/** Answers what has been asked and takes nothing new; after a while it no longer waits for generations. */
export async function stopListening(app: FastifyInstance, queue: Queue): Promise<void> {
  queue.drain();
  const closed = app.close();
  const limit = setTimeout(() => void queue.stop(), STOP_LIMIT_MS);
  const end = setTimeout(() => app.server.closeAllConnections(), STOP_LIMIT_MS + LAST_ANSWERS_MS);
  try {
    await closed;
  } finally {
    clearTimeout(limit);
    clearTimeout(end);
  }
}
