import type { IncomingMessage, ServerResponse } from 'node:http';
import { openServer } from '../support/open-server.ts';

/** What a stranger answers: a status, headers and a body, or a function of the request. */
export interface Reaction {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

export interface Stranger {
  baseUrl: string;
  /** Method and path of every request so far, in order. */
  requests: string[];
  close(): Promise<void>;
}

/** A service that is not ours: whatever the test wants it to say, over real HTTP. */
export async function startStranger(
  react: (request: { method: string; path: string; count: number }) => Reaction,
): Promise<Stranger> {
  const requests: string[] = [];
  const { url, close } = await openServer((request, response) => {
    const method = request.method ?? '';
    const path = request.url ?? '';
    requests.push(`${method} ${path}`);
    const count = requests.filter((one) => one === `${method} ${path}`).length;
    drain(request, () => answer(response, react({ method, path, count })));
  });
  return { baseUrl: url, requests, close };
}

function drain(request: IncomingMessage, then: () => void): void {
  request.resume();
  request.on('end', then);
}

function answer(response: ServerResponse, { status, headers = {}, body = '' }: Reaction): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

export const json = (value: unknown, status = 200): Reaction => ({ status, body: JSON.stringify(value) });
export const html = (status: number): Reaction => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><head><title>Sorry</title></head><body><h1>Sorry, the gateway is napping</h1></body></html>',
});
