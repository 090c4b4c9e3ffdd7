import apiRequest from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

export interface TimeLimits {
  connectMs: number;
  /** No byte comes or goes. */
  silenceMs: number;
}

type Fetch = typeof globalThis.fetch;

const MOST_CONNECTIONS = 64;

/** Statuses whose answers have no body. */
const BODILESS = [204, 205, 304];

/**
 * A `fetch` for s3mini with limits of time, over connections of its own. A body may be an async iterable: undici's own
 * `fetch` keeps all of a streamed body in memory, in case it has to send it again. Redirects are not followed: they
 * would lead a signed request elsewhere.
 */
export function openTimedFetch({ connectMs, silenceMs }: TimeLimits) {
  const agent = new Agent({
    connect: { timeout: connectMs },
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
    connections: MOST_CONNECTIONS,
  });

  async function send(url: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    const { origin, pathname, search } = new URL(url);
    const answer = await apiRequest.call(agent, {
      origin,
      path: `${pathname}${search}`,
      method: method as 'GET',
      headers: headers as Record<string, string>,
      ...(body && { body: body as unknown as AsyncIterable<Uint8Array> & Buffer }),
    });
    const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isBodiless = BODILESS.includes(answer.statusCode) || method === 'HEAD';
    if (isBodiless) await answer.body.dump();
    const content = isBodiless ? null : (answer.body as unknown as ReadableStream);
    return new Response(content, { status: answer.statusCode, headers: told });
  }

  return { fetch: send as unknown as Fetch, close: () => agent.destroy() };
}
