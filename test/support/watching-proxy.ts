import { request as forward } from 'node:http';
import { openServer } from './open-server.ts';

/** Passes everything on to a service and keeps "METHOD /path" of each request. */
export async function startWatchingProxy(targetUrl: string) {
  const seen: string[] = [];
  const server = await openServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { host: _host, ...headers } = incoming.headers;
    const onward = forward(`${targetUrl}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return { ...server, seen };
}
