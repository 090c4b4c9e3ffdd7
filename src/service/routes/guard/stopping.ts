import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';

/** While the service stops, new requests are refused. It works still, so whoever asks for that alone is told so. */
export function addStopRefusal(app: FastifyInstance, { stopping }: AppDeps): void {
  app.addHook('onRequest', async ({ routeOptions: { url } }, reply) => {
    if (!stopping.aborted) return;
    reply.header('connection', 'close');
    if (url !== '/healthz') throw stopping.reason;
  });
}
