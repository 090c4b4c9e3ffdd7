import type { SecureContext } from 'node:tls';
import type { Operation } from './operation.ts';
import { type ProxyVariables, proxyFor } from './proxy.ts';
import { CONNECT_MS } from './time-limits.ts';
import { createPool, type Dispatcher } from './undici.ts';

export type Agents = ReturnType<typeof createAgents>;

/**
 * Our own agents for one origin, made at the first request. `timeoutMs` is the longest silence that the person allows;
 * if it is shorter than the usual limit, it limits connecting too.
 * @throws ReconError `usage` for a proxy that cannot be used
 */
export function createAgents(
  base: URL,
  variables: ProxyVariables,
  { timeoutMs = CONNECT_MS, trust }: { timeoutMs?: number | undefined; trust?: SecureContext | undefined } = {},
) {
  const proxy = proxyFor(base, variables);
  const closing = new AbortController();
  const made = new Map<Connections, Promise<Dispatcher>>();
  const connectMs = Math.min(timeoutMs, CONNECT_MS);
  const create = async (connections: Connections): Promise<Dispatcher> => {
    // The watchdog times every stage. undici's own timers are switched off: they are coarse and could fire first.
    const options = { ...OPTIONS[connections], headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: MAX_HEADER_BYTES };
    // `rejectUnauthorized` is set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
    const direct = { timeout: connectMs, rejectUnauthorized: true, ...(trust && { secureContext: trust }) };
    if (proxy === undefined) return createPool(base.origin, { ...options, connect: direct });
    const { connectThrough } = await import('./tunnel.ts');
    return createPool(base.origin, {
      ...options,
      connect: connectThrough(proxy, { limitMs: connectMs, trust }, closing.signal),
    });
  };
  return {
    /** The proxy on the way to the service, if there is one. */
    proxy,
    /** The agent for such connections, made once. */
    on(connections: Connections) {
      const agent = made.get(connections) ?? create(connections);
      made.set(connections, agent);
      return agent;
    },
    async close() {
      closing.abort();
      await Promise.all([...made.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}

/** What a request may go on: a connection kept open, one that was used within the last second or so, or only a new one. */
export type Connections = 'kept' | 'recent' | 'new';

/**
 * Reads share connections. A change gets a new one: a server may close an idle one just as the change is sent, and then
 * nobody knows whether it was made. A change that the service would know again is sent again with the same key.
 */
export const connectionsFor = ({ kind, isRepeatable }: Operation): Connections => {
  if (kind === 'read') return 'kept';
  return isRepeatable ? 'recent' : 'new';
};

/** Of an answer. undici would load node:http for the same number. */
const MAX_HEADER_BYTES = 16_384;

/** Pipelining 0 closes a connection after its request. Times in ms. */
const OPTIONS = {
  kept: { pipelining: 1 },
  recent: { pipelining: 1, keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 },
  new: { pipelining: 0 },
};

/** The same dispatcher, with a call of `onStart` just before a request is written to an open connection. */
export function withStartNote(dispatcher: Dispatcher, onStart: () => void): Dispatcher {
  return dispatcher.compose((dispatch) => (options, handler) => {
    const begin = handler.onRequestStart?.bind(handler);
    handler.onRequestStart = (controller, context) => {
      onStart();
      begin?.(controller, context);
    };
    return dispatch(options, handler);
  });
}
