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
export function createAgents(base: URL, variables: ProxyVariables, timeoutMs = CONNECT_MS) {
  const proxy = proxyFor(base, variables);
  const closing = new AbortController();
  const made = new Map<Operation['kind'], Promise<Dispatcher>>();
  const connectMs = Math.min(timeoutMs, CONNECT_MS);
  const create = async (kind: Operation['kind']): Promise<Dispatcher> => {
    // The watchdog times every stage. undici's own timers are switched off: they are coarse and could fire first.
    const options = { pipelining: PIPELINING[kind], headersTimeout: 0, bodyTimeout: 0 };
    // `rejectUnauthorized` is set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect.
    const direct = { timeout: connectMs, rejectUnauthorized: true };
    if (proxy === undefined) return createPool(base.origin, { ...options, connect: direct });
    const { connectThrough } = await import('./tunnel.ts');
    return createPool(base.origin, { ...options, connect: connectThrough(proxy, connectMs, closing.signal) });
  };
  return {
    /** The proxy on the way to the service, if there is one. */
    proxy,
    /** Reads share kept-alive connections; each change gets a new one. */
    forKind(kind: Operation['kind']) {
      const agent = made.get(kind) ?? create(kind);
      made.set(kind, agent);
      return agent;
    },
    async close() {
      closing.abort();
      await Promise.all([...made.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}

/** 0 closes a connection after its request, so that a change is never sent on one that the server is about to close. */
const PIPELINING = { read: 1, change: 0 };

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
