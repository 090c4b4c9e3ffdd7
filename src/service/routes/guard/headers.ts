import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OWN_ROUTES } from '../../../contract/own-routes.ts';
import { UNITS } from '../../../contract/units.ts';
import { KEY_HOURS } from '../../domain/idempotency.ts';

const TOLD_UNITS = Object.entries(UNITS)
  .map(([field, unit]) => `${field}=${unit}`)
  .join(', ');

const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Tells a client that it may send a change again under the same Idempotency-Key.
  'recon-idempotency': `${KEY_HOURS}h`,
  // Tells a client what it may ask for beside the interface.
  'recon-routes': OWN_ROUTES.join(', '),
  'recon-units': TOLD_UNITS,
};

/** Sets the headers of every answer; a page replaces the policy with its own. */
export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, isTls: boolean): void {
  reply.headers(HEADERS).header('x-request-id', request.id);
  if (isTls) reply.header('strict-transport-security', 'max-age=31536000');
}

export function addSecurityHeaders(app: FastifyInstance, isTls: boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply, isTls);
    done();
  });
}
