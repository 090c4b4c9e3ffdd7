import type { buildConnector, Dispatcher, Pool as PoolClass } from 'undici';
import apiRequest from 'undici/lib/api/api-request.js';
import buildConnectorOf from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici by its parts: the index also loads fetch, WebSocket and a cache, which takes 45 ms of every
// command that talks to a service and is used by none.

export type { Dispatcher } from 'undici';
export type Connector = buildConnector.connector;
export interface TlsOptions {
  /** In milliseconds; 0 is none. */
  timeout: number;
  rejectUnauthorized: boolean;
}

/**
 * Connections to one origin. An agent, which makes a pool for each, drops it whenever none is open: with connections that
 * close after their request that is 0.2 ms a request.
 */
export const createPool = (origin: string, options: PoolClass.Options): Dispatcher => new Pool(origin, options);

/** Opens connections as a pool does by itself; with `httpSocket`, TLS at the far end of that one. */
export const createConnector = (options: TlsOptions): Connector => buildConnectorOf(options);

/** `undici.request`. */
export function request(url: URL, options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>, dispatcher: Dispatcher) {
  return apiRequest.call(dispatcher, { ...options, origin: url.origin, path: `${url.pathname}${url.search}` });
}
