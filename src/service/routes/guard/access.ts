import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ACCOUNT_HEADER,
  PUBLIC_URL_HEADER,
  TOKEN_EXPIRES_HEADER,
  TOKEN_LABEL_HEADER,
  VERSION_HEADER,
} from '../../../contract/own-routes.ts';
import { plainAddress } from '../../../system/address-ranges.ts';
import { parseUrl } from '../../../system/base-url.ts';
import { bracketed } from '../../addresses.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { type Caller, callerOf, type NoCaller } from '../../domain/callers.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Rates } from './rates.ts';
import { requireScope } from './scope.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Needs no token: the route checks access in another way, or shows no patient data. */
    public?: boolean;
    /** The URL of this form is a secret, so its page sends no useful Origin. */
    secretInUrl?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** Whose token it carries, where that token does not work any more: for the audit, and for nothing else. */
    formerCaller: Caller | null;
  }
}

type OwnNames = Pick<AppDeps, 'allowedHosts' | 'publicOrigin' | 'isProxy'>;

/**
 * Keeps foreign web pages away from a service on the same machine: a page whose name was pointed at this machine has a
 * foreign Host, and a page that posts here has a foreign Origin.
 */
export function addOriginCheck(app: FastifyInstance, names: OwnNames): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (isRepeated(request, 'host') || !isOwnHost(request, names)) {
      throw new Refusal(403, 'forbidden', 'the service does not answer under this host name', {
        hint: 'Use its own address, or start it with --public-url',
      });
    }
    if (!['GET', 'HEAD'].includes(request.method) && !isOwnOrigin(request, names)) {
      throw new Refusal(403, 'forbidden', 'a page of another site cannot make changes here');
    }
    done();
  });
}

/** A name can be pointed at this machine, the address that the request came to cannot. A proxy may use any name. */
function isOwnHost({ headers, socket }: FastifyRequest, { allowedHosts, isProxy }: OwnNames): boolean {
  const host = hostName(headers.host);
  const { localAddress = '', remoteAddress = '' } = socket;
  return (
    allowedHosts.includes(host) || host === bracketed(plainAddress(localAddress)) || isProxy?.(remoteAddress) === true
  );
}

function isOwnOrigin(request: FastifyRequest, { allowedHosts, publicOrigin }: OwnNames): boolean {
  const origin = request.headers.origin;
  // A proxy may name us by another name than the page's.
  if (origin === undefined || origin === publicOrigin) return true;
  if (origin === 'null') return request.routeOptions.config?.secretInUrl === true;
  const url = parseUrl(origin);
  // Another port of the same machine is another site.
  return (
    url !== undefined &&
    allowedHosts.includes(url.hostname) &&
    url.host === parseUrl(`${url.protocol}//${request.headers.host}`)?.host
  );
}

/** Almost every request has the same Host as the one before, and a URL is slow to parse. */
let last = { header: '', name: '' };

/** `[::1]:4747` → `[::1]`, lower case. */
function hostName(header = ''): string {
  if (header !== last.header) last = { header, name: parseUrl(`http://${header}`)?.hostname ?? '' };
  return last.name;
}

/** Refuses every request without a valid token before its body is read, unless its route is public. */
export function addAuthentication(app: FastifyInstance, deps: AppDeps, { wrongToken, fromAccount }: Rates): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('formerCaller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404 || request.routeOptions.config.public === true) return;
    const token = tokenOf(request);
    if (token === undefined) throw notAuthenticated('absent');
    const caller = await callerOf(deps.store, token);
    if ('why' in caller) {
      if (caller.why !== 'unknown') request.formerCaller = caller.was;
      await wrongToken(request);
      throw notAuthenticated(caller.why);
    }
    request.caller = caller;
    if (deps.version !== undefined) reply.header(VERSION_HEADER, deps.version);
    reply.header(ACCOUNT_HEADER, `${encodeURIComponent(caller.account.name)}, scope=${caller.scope}`);
    reply.header(TOKEN_LABEL_HEADER, encodeURIComponent(caller.label));
    if (caller.expiresAt !== null) reply.header(TOKEN_EXPIRES_HEADER, new Date(Number(caller.expiresAt)).toISOString());
    reply.header(PUBLIC_URL_HEADER, deps.links.origin());
    await fromAccount?.(request);
    deps.tokenUses.note(caller.tokenId);
    requireScope(request, reply, caller.scope);
    deps.standing.watch(reply.raw, caller);
  });
}

/** The account a request acts for. */
export function accountOf(request: FastifyRequest): Account {
  if (request.caller === null) throw notAuthenticated('absent');
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

/** The token of the Authorization header; empty if that is of another scheme. */
export function headerToken(request: FastifyRequest): string | undefined {
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

const notAuthenticated = (why: NoCaller['why'] | 'absent') =>
  new Refusal(401, 'not_logged_in', NOT_AUTHENTICATED[why], {
    why,
    hint:
      why === 'disabled'
        ? { before: 'Ask whoever runs the service to enable it', command: ['accounts', 'enable', 'NAME'] }
        : 'Whoever runs the service makes one that works',
  });

/** Whoever has had a token that worked may know why it does not any more. */
const NOT_AUTHENTICATED: Readonly<Record<NoCaller['why'] | 'absent', string>> = {
  absent: 'the request carries no access token',
  unknown: 'the access token is not valid',
  revoked: 'the access token was revoked',
  expired: 'the access token has expired',
  disabled: 'the account of the access token is disabled',
};

/** Node keeps one of several equal headers; a proxy before us may have used another one. */
function isRepeated({ raw }: FastifyRequest, name: string): boolean {
  let times = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2) if (raw.rawHeaders[at]!.toLowerCase() === name) times += 1;
  return times > 1;
}
