import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../deps.ts';

/** Stands for the route of a path that is none: what was asked for may hold anything. */
const NO_ROUTE = 'none';

/** Who tries to get in, or asks too much: a guard such as fail2ban needs to know from where. */
const REFUSED = [401, 403, 429];

/** Tells figures and log of each answered request. */
export function addObservers(app: FastifyInstance, { metrics, structuredLog }: AppDeps): void {
  if (metrics === undefined && structuredLog === undefined) return;
  app.addHook('onResponse', async (request, reply) => {
    const { url = NO_ROUTE, config } = request.routeOptions;
    const answered = {
      method: request.method,
      route: request.is404 ? NO_ROUTE : url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    metrics?.answered(answered);
    if (config?.probe === true && reply.statusCode < 400) return;
    structuredLog?.answered({
      requestId: request.id,
      ...answered,
      account: request.caller?.account.id ?? null,
      ...(REFUSED.includes(reply.statusCode) && { client: request.ip }),
    });
  });
}
