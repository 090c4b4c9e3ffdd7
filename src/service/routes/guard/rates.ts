import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { plainAddress } from '../../../system/address-ranges.ts';
import type { AppDeps } from '../../deps.ts';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../request-limits.ts';
import type { Database } from '../../storage/database.ts';

/** Counts one more of something. @throws Refusal 429 after too many within a time */
export type Count = (request: FastifyRequest) => Promise<void>;

/** What is counted, each by the client's address or by the account. */
export interface Rates {
  /** What is right is never counted and never refused. */
  wrongToken: Count;
  wrongInvitation: Count;
  /** Every request, whoever asks; not there where only this machine can ask. */
  fromAddress?: Count;
  fromAccount?: Count;
}

interface Limited {
  max: number;
  withinMs: number;
  keyOf(request: FastifyRequest): string;
  /** Of the refusal. */
  message: string;
}

const MINUTE_MS = 60_000;

export async function countRates(
  app: FastifyInstance,
  { store, guesses = LIMITS.guesses, requests }: AppDeps,
): Promise<Rates> {
  await app.register(rateLimit, { global: false });
  const guess = (kind: 'tokens' | 'invitations') =>
    count(app, store.database.countWithin, {
      max: guesses[kind],
      withinMs: MINUTE_MS,
      keyOf: (request) => `${kind} ${normalizeIP(clientAddress(request))}`,
      message: `too many wrong ${kind} have come from this address`,
    });
  // Each process counts by itself: the limit protects its own time.
  const all = (max: number, keyOf: Limited['keyOf'], message: string) =>
    count(app, undefined, { max, withinMs: LIMITS.requests.withinMs, keyOf, message });
  return {
    wrongToken: guess('tokens'),
    wrongInvitation: guess('invitations'),
    ...(requests && {
      fromAddress: all(
        requests.perAddress,
        (request) => normalizeIP(clientAddress(request)),
        'too many requests come from this address',
      ),
      fromAccount: all(
        requests.perAccount,
        ({ caller }) => `account ${caller?.account.id}`,
        'too many requests come from this account',
      ),
    }),
  };
}

/** @param countWithin counts for all processes on one database; else this process counts for itself */
function count(
  app: FastifyInstance,
  countWithin: Database['countWithin'],
  { max, withinMs, keyOf, message }: Limited,
): Count {
  const own = app.createRateLimit({ max, timeWindow: withinMs, keyGenerator: keyOf });
  const isOver = async (request: FastifyRequest) => {
    if (countWithin === undefined) {
      const state = await own(request);
      return state.isAllowed || !state.isExceeded ? undefined : state.ttl;
    }
    // A database that is away is told by whoever needs it.
    const counted = await countWithin(keyOf(request), withinMs).catch(() => undefined);
    return counted === undefined || counted.current <= max ? undefined : counted.leftMs;
  };
  return async (request) => {
    const leftMs = await isOver(request);
    if (leftMs === undefined) return;
    throw new Refusal(429, 'rate_limited', message, { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) });
  };
}

/** The address of whoever asks: a believed proxy tells it. Another process's word is taken only if it is an address. */
function clientAddress({ ip, socket }: FastifyRequest): string {
  const told = plainAddress(ip);
  return isIP(told) === 0 ? plainAddress(socket.remoteAddress ?? '') : told;
}

/** Refuses whoever sends so many requests that others would wait. What asks if the service works is not counted. */
export function addRequestLimit(app: FastifyInstance, { fromAddress }: Rates): void {
  if (fromAddress === undefined) return;
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.probe !== true) await fromAddress(request);
  });
}
