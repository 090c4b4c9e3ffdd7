import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

/** While the service stops, what has been asked is answered and what comes is refused: 503, later, elsewhere. */
export function addStopRefusal(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    // Connections that were made and not yet taken get their 503, where closing the port now would reset them. They are
    // taken between two turns.
    await turn();
    await turn();
  });
  app.addHook('onRequest', async () => {
    if (!isStopping) return;
    throw new Refusal(503, 'unavailable', 'the service is stopping', { hint: 'Send it again when it is back' });
  });
}
