import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes everything on to a service and keeps "METHOD /path" of each request. */
export async function startWatchingProxy(targetUrl: string) {
  const seen: string[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    const { host: _host, ...headers } = incoming.headers;
    const onward = forward(`${targetUrl}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
