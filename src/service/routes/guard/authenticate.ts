import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, accountOfToken } from '../../domain/accounts.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Store } from '../../domain/store.ts';
import { isRepeated } from './repeated-header.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no token: the route checks access in another way, or shows no patient data. */
    public?: boolean;
  }
  interface FastifyRequest {
    caller: { account: Account; tokenId: number } | null;
  }
}

/** Refuses every request without a valid token before its body is read, unless its route is public. */
export function addAuthentication(app: FastifyInstance, store: Store): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.public === true) return;
    const token = tokenOf(request);
    const caller = token === undefined ? undefined : await accountOfToken(store, token);
    if (caller === undefined) throw notAuthenticated(token !== undefined);
    request.caller = caller;
  });
}

/** The account a request acts for. */
export function accountOf(request: FastifyRequest): Account {
  if (request.caller === null) throw notAuthenticated(false);
  return request.caller.account;
}

function tokenOf(request: FastifyRequest): string | undefined {
  const fromHeader = headerToken(request);
  const fromQuery = queryToken(request);
  if (fromHeader !== undefined && fromQuery !== undefined && fromHeader !== fromQuery) {
    throw new Refusal(400, 'refused', 'the request carries two different access tokens', {
      hint: 'Send the one in the Authorization header only',
    });
  }
  return fromHeader ?? fromQuery;
}

function headerToken(request: FastifyRequest): string | undefined {
  if (isRepeated(request, 'authorization')) {
    throw new Refusal(400, 'refused', 'the request carries more than one Authorization header');
  }
  // A header of another scheme is not a token, and a query token must not count beside it.
  const header = request.headers.authorization;
  return header === undefined ? undefined : (/^bearer (\S+)$/i.exec(header)?.[1] ?? '');
}

function queryToken(request: FastifyRequest): string | undefined {
  const { access_token: given } = request.query as Record<string, unknown>;
  if (given === undefined || typeof given === 'string') return given;
  throw new Refusal(400, 'refused', 'the request carries more than one access_token');
}

const notAuthenticated = (given: boolean) =>
  new Refusal(401, 'not_logged_in', given ? 'the access token is not valid' : 'the request carries no access token', {
    hint: { before: 'Log in again, or make a token', command: ['accounts', 'token', 'NAME'] },
  });
