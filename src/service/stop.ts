import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Queue } from './queue/queue.ts';

/** How long requests under way have to end. */
const STOP_LIMIT_MS = 20_000;
/** How often a stopping service looks for connections that hold it up for nothing. */
const TIDY_EVERY_MS = 50;
/** For the answers of those who waited for a generation and are told that it goes on later. */
const LAST_ANSWERS_MS = 1_000;

/** Made before the app listens. Gives how to stop: answers what has been asked, for `limitMs`, and takes nothing new. */
export function stopper(app: FastifyInstance, queue: Queue): (limitMs?: number) => Promise<void> {
  const unanswered = trackAnswers(app);
  return (limitMs = STOP_LIMIT_MS) => stopListening(app, queue, { unanswered, limitMs });
}

/** The answers that have not been given to their end. */
function trackAnswers({ server }: FastifyInstance): ReadonlySet<ServerResponse> {
  const unanswered = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    unanswered.add(response);
    response.once('close', () => unanswered.delete(response));
  });
  return unanswered;
}

/** Generations that somebody waits for have until `limitMs` too; then they are given back and told to be under way. */
async function stopListening(
  app: FastifyInstance,
  queue: Queue,
  { unanswered, limitMs }: { unanswered: ReadonlySet<ServerResponse>; limitMs: number },
): Promise<void> {
  queue.drain();
  // Their connections end with the answer, so that nobody sends another request on one that is about to be closed.
  for (const answer of unanswered) answer.shouldKeepAlive = false;
  const closed = app.close();
  const tidy = setInterval(() => {
    // Without a request to answer, a connection is only kept alive, or holds a body that nobody reads.
    if (unanswered.size === 0) app.server.closeAllConnections();
    else app.server.closeIdleConnections();
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
}
