import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Takes out of `X-Forwarded-For` what is no address, before anybody asks for `request.ip`: a client writes what it likes
 * before that which its proxy adds, and it would stand in the audit.
 */
export function addForwardedCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const told = headers['x-forwarded-for'];
    const addresses = told && addressesIn(String(told));
    if (addresses === '') delete headers['x-forwarded-for'];
    else if (addresses !== undefined) headers['x-forwarded-for'] = addresses;
    done();
  });
}

/** The addresses behind the last part that is none: each proxy adds its own behind, so what stands before is not told by any. */
function addressesIn(told: string): string {
  const parts = told.split(',').map(withoutPort);
  const lastWrong = parts.findLastIndex((part) => isIP(part) === 0);
  return parts.slice(lastWrong + 1).join(', ');
}

/** Some proxies add `192.0.2.7:5555` or `[2001:db8::1]:5555`. */
const withoutPort = (part: string): string =>
  part
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
