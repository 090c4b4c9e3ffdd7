import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from './base-url.ts';
import { CONNECT_MS } from './limits.ts';

export interface ProxySettings {
  http_proxy?: string | undefined;
  https_proxy?: string | undefined;
  no_proxy?: string | undefined;
}

export interface Agents {
  /** Keeps connections alive. */
  reads: Dispatcher;
  /** A fresh connection for each change, so that none dies on a socket the server just closed. */
  changes: Dispatcher;
  close(): Promise<void>;
}

/** Our own agents for one origin. A service on this machine is never reached through a proxy. */
export function createAgents(base: URL, proxy: ProxySettings): Agents {
  const create = agentMaker(base, proxy);
  const reads = create({ pipelining: 1 });
  const changes = create({ pipelining: 0 });
  return {
    reads,
    changes,
    close: async () => {
      await Promise.all([reads.destroy(), changes.destroy()]);
    },
  };
}

function agentMaker(base: URL, proxy: ProxySettings): (options: Agent.Options) => Dispatcher {
  // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED=0 has no say.
  const tls = { timeout: CONNECT_MS, rejectUnauthorized: true };
  // The watchdog times every stage; undici's own timers are coarse and would come in between.
  const shared = { connect: tls, headersTimeout: 0, bodyTimeout: 0 };
  const proxyUrl = base.protocol === 'https:' ? proxy.https_proxy : proxy.http_proxy;
  if (isLoopback(base.hostname) || !proxyUrl) return (options) => new Agent({ ...shared, ...options });
  const proxies = {
    // An empty text keeps undici from looking into the environment itself.
    httpProxy: proxy.http_proxy ?? '',
    httpsProxy: proxy.https_proxy ?? '',
    noProxy: proxy.no_proxy ?? '',
    requestTls: tls,
    proxyTls: tls,
  };
  return (options) => new EnvHttpProxyAgent({ ...shared, ...proxies, ...options });
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
