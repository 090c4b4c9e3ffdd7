import { isLoopback } from '../system/loopback.ts';
import { CONNECT_MS } from './limits.ts';
import type { Operation } from './operation.ts';
import { createPool, createProxyAgent, type Dispatcher } from './undici.ts';

export interface ProxySettings {
  http_proxy?: string | undefined;
  https_proxy?: string | undefined;
  no_proxy?: string | undefined;
}

export interface Agents {
  /** Reads keep their connections alive; each change gets a fresh one. */
  forKind(kind: Operation['kind']): Promise<Dispatcher>;
  close(): Promise<void>;
}

/** Our own agents for one origin, made at the first request. A service on this machine is never reached through a proxy. */
export function createAgents(base: URL, proxy: ProxySettings): Agents {
  const made = new Map<Operation['kind'], Promise<Dispatcher>>();
  return {
    forKind(kind) {
      const agent = made.get(kind) ?? createFor(base, proxy, PIPELINING[kind]);
      made.set(kind, agent);
      return agent;
    },
    async close() {
      await Promise.all([...made.values()].map(async (agent) => (await agent).destroy()));
    },
  };
}

/** 0 closes a connection after its request: a change never meets one that the server is about to close. */
const PIPELINING = { read: 1, change: 0 };

async function createFor(base: URL, proxy: ProxySettings, pipelining: number): Promise<Dispatcher> {
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no say.
  const tls = { timeout: CONNECT_MS, rejectUnauthorized: true };
  // The watchdog times every stage; undici's own timers are coarse and would come in between.
  const options = { pipelining, connect: tls, headersTimeout: 0, bodyTimeout: 0 };
  const proxyUrl = base.protocol === 'https:' ? proxy.https_proxy : proxy.http_proxy;
  if (isLoopback(base.hostname) || !proxyUrl) return createPool(base.origin, options);
  return await createProxyAgent({
    ...options,
    // An empty text keeps undici from looking into the environment itself.
    httpProxy: proxy.http_proxy ?? '',
    httpsProxy: proxy.https_proxy ?? '',
    noProxy: proxy.no_proxy ?? '',
    requestTls: tls,
    proxyTls: tls,
  });
}

/** The same dispatcher, telling when a request is about to be written to an open connection. */
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
