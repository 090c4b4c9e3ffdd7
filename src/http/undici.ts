import type { buildConnector, Dispatcher, Pool as PoolClass } from 'undici';
import apiRequest from 'undici/lib/api/api-request.js';
import buildConnectorOf from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// Only parts of undici are loaded: its index also loads fetch, WebSocket and a cache, which this program never uses and
// which add 45 ms to every command that talks to a service.

export type { Dispatcher } from 'undici';
export type Connector = buildConnector.connector;
export interface TlsOptions {
  /** Milliseconds; 0 means no limit. */
  timeout: number;
  rejectUnauthorized: boolean;
}

/**
 * Connections to one origin. An undici Agent drops the pool of an origin when no connection is open; for connections
 * that close after their request that costs 0.2 ms a request, so the pool is used directly.
 */
export const createPool = (origin: string, options: PoolClass.Options): Dispatcher => new Pool(origin, options);

/** Opens connections as a pool does by itself; with `httpSocket`, TLS runs over that socket. */
export const createConnector = (options: TlsOptions): Connector => buildConnectorOf(options);

/** `undici.request`. */
export function request(url: URL, options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>, dispatcher: Dispatcher) {
  return apiRequest.call(dispatcher, { ...options, origin: url.origin, path: `${url.pathname}${url.search}` });
}
