import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';
import { numberIn } from '../parameters.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The patient that the operation is about, if the path does not tell it. */
    patientId: number | null;
  }
}

/** One line per answered request, written before the answer goes out. */
export function addAudit(app: FastifyInstance, { audit, store: { clock } }: AppDeps): void {
  app.decorateRequest('patientId', null);
  app.addHook('onClose', async () => audit.close());
  app.addHook('onSend', async (request, reply) => {
    if (request.is404 || request.routeOptions.config.probe === true) return;
    const { method, url } = request.routeOptions;
    audit.append({
      time: new Date(clock.now()).toISOString(),
      account: request.caller?.account.id ?? null,
      token: request.caller?.tokenId ?? null,
      operation: `${method} ${url}`,
      patient: request.patientId ?? numberIn(request, 'id') ?? null,
      outcome: reply.statusCode,
    });
  });
}
