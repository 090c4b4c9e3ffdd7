import type { Agent as AgentClass, Dispatcher, EnvHttpProxyAgent } from 'undici';
import apiRequest from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

// undici by its parts: the index also loads fetch, WebSocket and a cache, which takes 45 ms of every
// command that talks to a service and is used by none. The proxy agent is loaded where there is a proxy.

export type { Dispatcher } from 'undici';

export const createAgent = (options: AgentClass.Options): Dispatcher => new Agent(options);

export async function createProxyAgent(options: EnvHttpProxyAgent.Options): Promise<Dispatcher> {
  const undici = await import('undici');
  return new undici.EnvHttpProxyAgent(options);
}

/** `undici.request`. */
export function request(url: URL, options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>, dispatcher: Dispatcher) {
  return apiRequest.call(dispatcher, { ...options, origin: url.origin, path: `${url.pathname}${url.search}` });
}
