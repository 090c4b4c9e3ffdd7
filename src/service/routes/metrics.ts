import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sha256Of } from '../../system/sha256.ts';
import type { AppDeps } from '../deps.ts';
import { Refusal } from '../domain/refusal.ts';
import { headerToken } from './guard/access.ts';
import type { Rates } from './guard/rates.ts';
import { nothingHere } from './problem.ts';

const options = { config: { public: true, probe: true }, schema: { hide: true } };

/** Figures for whoever has the operator's token; without one there is nothing at this path. */
export function addMetrics(app: FastifyInstance, { metrics }: AppDeps, { wrongToken }: Rates): void {
  app.get('/metrics', options, async (request, reply) => {
    if (metrics === undefined) throw nothingHere();
    const given = headerToken(request);
    if (given === undefined || !isSame(given, metrics.token)) {
      if (given !== undefined) await wrongToken(request);
      throw new Refusal(401, 'not_logged_in', 'the figures need the token in --metrics-token-file', {
        hint: 'Send it in the header Authorization: Bearer TOKEN',
      });
    }
    return reply.header('content-type', metrics.contentType).send(await metrics.text());
  });
}

/** Takes the same time wherever the two differ. */
const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(sha256Of(one)), Buffer.from(sha256Of(other)));
