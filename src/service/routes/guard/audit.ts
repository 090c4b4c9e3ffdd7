import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The patient that the operation is about, if the path does not tell it. */
    patientId: number | null;
  }
}

/** One line per answered request, written before the answer goes out. */
export function addAudit(app: FastifyInstance, { audit, clock }: AppDeps): void {
  app.decorateRequest('patientId', null);
  app.addHook('onClose', async () => audit.close());
  app.addHook('onSend', async (request, reply) => {
    if (request.is404) return;
    const { method, url } = request.routeOptions;
    audit.append({
      time: new Date(clock.now()).toISOString(),
      account: request.caller?.account.id ?? null,
      token: request.caller?.tokenId ?? null,
      operation: `${method} ${url}`,
      patient: request.patientId ?? idInPath(request.params),
      outcome: reply.statusCode,
    });
  });
}

function idInPath(params: unknown): number | null {
  if (typeof params !== 'object' || params === null || !('id' in params)) return null;
  return /^\d{1,15}$/.test(String(params.id)) ? Number(params.id) : null;
}
