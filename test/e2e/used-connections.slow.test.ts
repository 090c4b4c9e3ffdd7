import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { openService, type TestService } from '../support/running-service.ts';

let home: ReconHome;
let service: TestService;
beforeEach(async () => {
  home = await makeHome();
  service = await openService();
});
afterEach(async () => {
  await service.close();
  await home.remove();
});

const PEOPLE = 40;

/** Resets each connection at its second create: before that is passed on, or when the service has answered it. */
async function resettingProxy(toUrl: string, when: 'unmade' | 'made') {
  const open = new Set<Socket>();
  let resets = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(toUrl).port), '127.0.0.1');
    let creates = 0;
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
    }
    const reset = () => {
      resets += 1;
      client.resetAndDestroy();
      upstream.destroy();
    };
    client.on('data', (piece) => {
      if (piece.toString('latin1').startsWith('POST /patients')) creates += 1;
      if (creates === 2 && when === 'unmade') reset();
      else upstream.write(piece);
    });
    upstream.on('data', (piece) => (creates === 2 ? reset() : client.write(piece)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, resets: () => resets };
}

test.each(['unmade', 'made'] as const)(
  'an import whose connections break at each second create, then %s, makes everybody once',
  async (when) => {
    const proxy = await resettingProxy(service.url, when);
    const rows = Array.from({ length: PEOPLE }, (_, at) => JSON.stringify({ name: `Sample ${at}` }));
    await writeFile(join(home.folder, 'people.ndjson'), rows.join('\n'));
    const env = { RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token };
    const { exitCode, stderr } = await home.recon(['patients', 'import', 'people.ndjson', '--json'], { env });
    expect(stderr).not.toContain('will tell whether it was made');
    expect(exitCode).toBe(0);
    expect(proxy.resets()).toBeGreaterThan(2);
    const { patients } = await service.list('?per_page=100');
    expect(patients.map(({ name }) => name).sort()).toEqual(rows.map((row) => JSON.parse(row).name).sort());
  },
  60_000,
);
