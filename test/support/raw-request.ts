import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawAnswer {
  status: number;
  /** Name and value as they came, one after the other. */
  rawHeaders: string[];
  body: Buffer;
}

/** One request over a connection of its own, its path as it is written: a URL parser would tidy up `%2e%2e`. */
export function rawRequest(
  baseUrl: string,
  {
    method,
    path,
    headers = {},
    body,
  }: { method: string; path: string; headers?: Record<string, string>; body?: Uint8Array },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
      const { statusCode = 0, rawHeaders } = answer;
      buffer(answer).then((bytes) => resolve({ status: statusCode, rawHeaders, body: bytes }), reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
