import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Clinic } from './clinic.ts';

/** The service as one of another maker shows itself: it announces nothing and knows nothing beside the interface. */
export async function asAnotherService({ baseUrl, dataFolder }: Pick<Clinic, 'baseUrl' | 'dataFolder'>) {
  const { url, ...another } = await startAnotherService(baseUrl);
  const token = readFileSync(join(dataFolder, 'token'), 'utf8').trim();
  return { ...another, environment: { RECON_BASE_URL: url, RECON_TOKEN: token } };
}

export async function startAnotherService(baseUrl: string) {
  const seen: string[] = [];
  const proxy = createServer((request, response) => {
    seen.push(`${request.method} ${request.url?.split('?')[0]}`);
    const { 'recon-lifetime': _ignored, ...headers } = request.headers;
    const { method, url } = request;
    const on = send(new URL(url ?? '/', baseUrl), { method: method!, headers }, (answer) => {
      const own = Object.entries(answer.headers).filter(([name]) => !name.startsWith('recon-'));
      response.writeHead(answer.statusCode ?? 502, Object.fromEntries(own));
      answer.pipe(response);
    });
    request.pipe(on);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { seen, url, close: () => new Promise((resolve) => proxy.close(resolve)) };
}
