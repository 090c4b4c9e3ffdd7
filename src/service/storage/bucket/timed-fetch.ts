import Agent from 'undici/lib/dispatcher/agent.js';
import { fetch } from 'undici/lib/web/fetch/index.js';

export interface TimeLimits {
  connectMs: number;
  /** No byte comes or goes. */
  silenceMs: number;
}

const MOST_CONNECTIONS = 64;

/** `fetch` with limits of time, over connections of its own. */
export function openTimedFetch({ connectMs, silenceMs }: TimeLimits) {
  const dispatcher = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connections: MOST_CONNECTIONS,
  });
  const send = (url: string, { headers, ...init }: RequestInit) =>
    fetch(url, {
      ...(init as object),
      // Objects are read as they were written.
      headers: { ...(headers as Record<string, string>), 'accept-encoding': 'identity' },
      // A redirect would lead a signed request elsewhere.
      redirect: 'manual',
      ...(init.body instanceof ReadableStream && { duplex: 'half' }),
      dispatcher,
    });
  return { fetch: send as unknown as typeof globalThis.fetch, close: () => dispatcher.destroy() };
}
