import { isIP } from 'node:net';
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainAddress } from '../../../system/address-ranges.ts';
import type { AppDeps } from '../../deps.ts';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';
import type { Database } from '../../storage/database.ts';

/** Counts what was wrong by the client's address. What is right is never counted and never refused. */
export interface Guesses {
  /** @throws Refusal 429 after too many wrong tokens of this minute */
  wrongToken(request: FastifyRequest): Promise<void>;
  /** @throws Refusal 429 after too many wrong invitations of this minute */
  wrongInvitation(request: FastifyRequest): Promise<void>;
}

const MINUTE_MS = 60_000;

export async function countGuesses(
  app: FastifyInstance,
  { store, guesses = LIMITS.guesses }: AppDeps,
): Promise<Guesses> {
  const { countWithin } = store.database;
  await app.register(rateLimit, { global: false, ...(countWithin && { store: sharedStore(countWithin) }) });

  function limit(kind: string, max: number) {
    const count = app.createRateLimit({
      max,
      timeWindow: MINUTE_MS,
      keyGenerator: (request) => `${kind} ${normalizeIP(clientAddress(request))}`,
      // A database that is away is told by whoever needs it.
      skipOnError: true,
    });
    return async (request: FastifyRequest) => {
      const state = await count(request);
      if (state.isAllowed || !state.isExceeded) return;
      throw new Refusal(429, 'rate_limited', `too many wrong ${kind} have come from this address`, {
        retryAfterS: Math.max(1, state.ttlInSeconds),
      });
    };
  }
  return { wrongToken: limit('tokens', guesses.tokens), wrongInvitation: limit('invitations', guesses.invitations) };
}

/** The address of whoever asks: a believed proxy tells it. Another process's word is taken only if it is an address. */
function clientAddress({ ip, socket }: FastifyRequest): string {
  const told = plainAddress(ip);
  return isIP(told) === 0 ? plainAddress(socket.remoteAddress ?? '') : told;
}

/** The counts of all processes on one database. */
function sharedStore(count: NonNullable<Database['countWithin']>): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1], windowMs = MINUTE_MS): void {
      count(key, windowMs).then(
        ({ current, leftMs }) => done(null, { current, ttl: leftMs }),
        (error: Error) => done(error),
      );
    }

    child() {
      return this;
    }
  };
}
