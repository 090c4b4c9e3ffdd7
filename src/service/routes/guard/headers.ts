import type { FastifyInstance } from 'fastify';
import { RECEIPT_HOURS } from '../../domain/receipts.ts';

/** Headers of every answer; a page sets its own policy over these. */
export function addSecurityHeaders(app: FastifyInstance, isTls: boolean): void {
  const headers: Record<string, string> = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Tells a client that it may send a change again under the same Idempotency-Key.
    'recon-idempotency': `${RECEIPT_HOURS}h`,
    ...(isTls ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
}
