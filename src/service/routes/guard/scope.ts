import type { FastifyReply, FastifyRequest } from 'fastify';
import { includesScope, type Scope } from '../../../contract/scopes.ts';
import { Refusal } from '../../domain/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a token needs here. Without it: read for GET, which then changes nothing, and write for every other method. */
    scope?: Scope;
  }
}

/** Refuses with 403 what the token may not do, before it is known if there is such a patient. */
export function requireScope({ method, routeOptions }: FastifyRequest, reply: FastifyReply, has: Scope): void {
  const needed = routeOptions.config.scope ?? (method === 'GET' ? 'read' : 'write');
  if (includesScope(has, needed)) return;
  // As RFC 6750 has it, so that a client needs to know nothing of us to tell which scope is missing.
  reply.header('www-authenticate', `Bearer realm="recon", error="insufficient_scope", scope="${needed}"`);
  throw new Refusal(403, 'forbidden', `the access token has the scope ${has}, and this needs ${needed}`, {
    hint: {
      before: 'To make one',
      command: ['accounts', 'tokens', 'add', 'NAME', '--label', 'TEXT', '--scope', needed],
    },
  });
}
