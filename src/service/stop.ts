import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Queue } from './queue/queue.ts';

/** The time that running requests have to end. */
export const STOP_LIMIT_MS = 20_000;
/** The time between two looks for connections that only delay the stop. */
const TIDY_EVERY_MS = 50;
/** The time for requests that arrive on connections made before the stop; they get a 503. */
const LAST_REQUESTS_MS = 300;
/** The time for answering callers who waited for a generation that goes on after the next start. */
const LAST_ANSWERS_MS = 1_000;

/**
 * Call this before the app listens. The returned function stops it: running requests have `limitMs`, new ones are
 * refused. Generations that a caller waits for have `limitMs` too; then they are given back and the answer says "in
 * progress".
 */
export function stopper(app: FastifyInstance, queue: Queue): (limitMs?: number) => Promise<void> {
  /** The answers that have not been fully sent. */
  const unanswered = new Set<ServerResponse>();
  app.server.on('request', (_request, response) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async (limitMs = STOP_LIMIT_MS) => {
    queue.drain();
    // These connections close after the answer, so that no client sends another request on them.
    for (const answer of unanswered) answer.shouldKeepAlive = false;
    const closed = app.close();
    let quietMs = 0;
    const tidy = setInterval(() => {
      app.server.closeIdleConnections();
      quietMs = unanswered.size === 0 ? quietMs + TIDY_EVERY_MS : 0;
      // Without an open request, the remaining connections send nothing, or a body that nobody reads.
      if (quietMs >= LAST_REQUESTS_MS) app.server.closeAllConnections();
    }, TIDY_EVERY_MS);
    const limit = setTimeout(() => void queue.stop(), limitMs);
    const end = setTimeout(() => app.server.closeAllConnections(), limitMs + LAST_ANSWERS_MS);
    try {
      await closed;
    } finally {
      clearInterval(tidy);
      clearTimeout(limit);
      clearTimeout(end);
    }
  };
}
