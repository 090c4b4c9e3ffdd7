import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Queue } from './queue/queue.ts';

/** How long requests under way have to end. */
const STOP_LIMIT_MS = 20_000;
/** How often a stopping service looks for connections that hold it up for nothing. */
const TIDY_EVERY_MS = 50;
/** For a request that is on its way on a connection that was made before the stop: it is told 503. */
const LAST_REQUESTS_MS = 300;
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
  let quietMs = 0;
  const tidy = setInterval(() => {
    app.server.closeIdleConnections();
    quietMs = unanswered.size === 0 ? quietMs + TIDY_EVERY_MS : 0;
    // Without a request to answer, what is left sends none, or a body that nobody reads.
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
}
