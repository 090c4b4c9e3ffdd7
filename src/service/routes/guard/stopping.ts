import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';

/** While the service stops, new requests are refused. It works still, so whoever asks for that alone is told so. */
export function addStopRefusal(app: FastifyInstance, { stopping }: AppDeps): void {
  app.addHook('onRequest', ({ routeOptions: { url } }, reply, done) => {
    if (stopping.aborted) reply.header('connection', 'close');
    done(stopping.aborted && url !== '/healthz' ? stopping.reason : undefined);
  });
}
