import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './domain/refusal.ts';
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
 * refused with what `stopping` is aborted with, and the port closes once the running ones are answered. Generations that
 * a caller waits for have `limitMs` too; then they are given back and the answer says "in progress".
 */
export function stopper(
  app: FastifyInstance,
  queue: Queue,
  stopping: AbortController,
): (limitMs?: number) => Promise<void> {
  /** The answers that have not been fully sent. */
  const unanswered = new Set<ServerResponse>();
  app.server.on('request', (_request, response) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return async (limitMs = STOP_LIMIT_MS) => {
    queue.drain();
    stopping.abort(isStopping());
    const underWay = [...unanswered];
    // These connections close after the answer, so that no client sends another request on them.
    for (const answer of underWay) answer.shouldKeepAlive = false;
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
      await Promise.all(underWay.map((answer) => new Promise((resolve) => answer.once('close', resolve))));
      // Connections that were made but not yet accepted get a 503 too; closing the port now would reset them. Node
      // accepts them between two turns of its event loop.
      await turn();
      await turn();
      await app.close();
    } finally {
      clearInterval(tidy);
      clearTimeout(limit);
      clearTimeout(end);
    }
  };
}

const isStopping = () =>
  new Refusal(503, 'unavailable', 'the service is stopping', { hint: 'Send it again when it is back' });
