import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';

/** While the service stops, running requests are answered and new ones are refused with 503. */
export function addStopRefusal(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    // Connections that were made but not yet accepted get a 503 too; closing the port now would reset them. Node
    // accepts them between two turns of its event loop.
    await turn();
    await turn();
  });
  app.addHook('onRequest', async () => {
    if (!isStopping) return;
    throw new Refusal(503, 'unavailable', 'the service is stopping', { hint: 'Send it again when it is back' });
  });
}
