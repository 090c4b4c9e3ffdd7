import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseUrl } from '../../../system/base-url.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isRepeated } from './repeated-header.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The URL of this form is a secret, so its page sends no useful Origin. */
    secretInUrl?: boolean;
  }
}

/**
 * Keeps foreign web pages away from a service on the same machine: a page whose name was pointed at this machine has a
 * foreign Host, and a page that posts here has a foreign Origin.
 */
export function addOriginCheck(app: FastifyInstance, allowedHosts: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (isRepeated(request, 'host') || !allowedHosts.includes(hostName(request.headers.host))) {
      throw new Refusal(403, 'forbidden', 'the service does not answer under this host name', {
        hint: 'Use its own address, or start it with --public-url',
      });
    }
    if (['GET', 'HEAD'].includes(request.method) || isOwnOrigin(request, allowedHosts)) return;
    throw new Refusal(403, 'forbidden', 'a page of another site cannot make changes here');
  });
}

function isOwnOrigin(request: FastifyRequest, allowedHosts: readonly string[]): boolean {
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  if (origin === 'null') return request.routeOptions.config?.secretInUrl === true;
  const url = parseUrl(origin);
  // Another port of the same machine is another site.
  return (
    url !== undefined &&
    allowedHosts.includes(url.hostname) &&
    url.host === parseUrl(`${url.protocol}//${request.headers.host}`)?.host
  );
}

/** `[::1]:4747` → `[::1]`, lower case. */
const hostName = (header: string | undefined): string => parseUrl(`http://${header ?? ''}`)?.hostname ?? '';
