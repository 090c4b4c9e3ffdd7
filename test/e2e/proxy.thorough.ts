import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../src/service/start.ts';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { createPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService, type TestService } from '../support/running-service.ts';
import { selfSigned } from '../support/self-signed.ts';
import { startTunnelProxy, type TunnelProxyOptions } from '../support/tunnel-proxy.ts';

const PHOTOS = ['--type', 'face', '--photos', join(SAMPLES, 'ana/face')];
const LOGIN = 'ana:geheim%40x';

// The built program, behind a proxy that alone knows where clinic.test is.
describe.skipIf(!requireTool('openssl'))('behind a proxy', () => {
  const tls = requireTool('openssl') ? selfSigned('DNS:clinic.test,IP:127.0.0.1') : undefined;
  let service: TestService;
  let home: ReconHome;
  beforeAll(async () => {
    service = await openService({ tls: tls!, publicUrl: 'https://clinic.test' });
    home = await makeHome();
    const caFile = join(home.folder, 'clinic.pem');
    await writeFile(caFile, tls!.cert);
    Object.assign(home.environment, {
      NODE_EXTRA_CA_CERTS: caFile,
      RECON_TOKEN: service.token,
      RECON_BASE_URL: 'https://clinic.test',
    });
  });
  afterAll(async () => {
    await service.close();
    await home.remove();
  });

  /** The patients of a name, asked without a proxy. */
  async function patientsNamed(name: string) {
    const directly = { env: { RECON_BASE_URL: service.url } };
    const { exitCode, stdout, stderr } = await home.recon(['patients', 'list', '--name', name, '--json'], directly);
    expect(exitCode, stderr).toBe(0);
    return JSON.parse(stdout).patients;
  }

  async function proxyWith(options: Partial<TunnelProxyOptions> = {}) {
    const proxy = await startTunnelProxy({ toPort: Number(new URL(service.url).port), ...options });
    onTestFinished(() => proxy.close());
    return proxy;
  }

  /** The home whose programs find a proxy in the given variables. */
  const homeWith = (env: Record<string, string>) => ({
    ...home,
    recon: (args: string[]) => home.recon(args, { env }),
  });

  describe('that wants a login', () => {
    let proxy: Awaited<ReturnType<typeof startTunnelProxy>>;
    let id: string;
    let there: ReconHome;
    beforeAll(async () => {
      proxy = await startTunnelProxy({ toPort: Number(new URL(service.url).port), login: 'ana:geheim@x' });
      there = homeWith({ HTTPS_PROXY: `http://${LOGIN}@127.0.0.1:${proxy.port}` });
      id = await createPatient(there, '--name', 'Ana Sample', ...PHOTOS);
    });
    afterAll(() => proxy.close());

    test('create has sent its photos', async () => {
      expect(proxy.sentBytes()).toBeGreaterThan(100_000);
      expect(await patientsNamed('Ana Sample')).toMatchObject([{ reconstructions: [{ status: 'has_3d' }] }]);
    });

    test.each<[string, (id: string) => string[], RegExp]>([
      ['list', () => ['patients', 'list', '-o', 'id'], /^\d+\n$/],
      ['get', (own) => ['patients', 'get', own], /Ana Sample/],
      ['update', (own) => ['patients', 'update', own, '--city', 'Porto'], /^\d*\n?$/],
      ['after', (own) => ['after', 'create', own, ...PHOTOS], /^\w+\n$/],
      ['download', (own) => ['download', own, '--type', 'face', '--to', 'ana.zip'], /ana\.zip\n$/],
      ['invite', (own) => ['invite', own, '--type', 'face'], /^https:\/\/clinic\.test\//],
      ['status', () => ['status', '--json'], /"accepted": ?true/],
    ])('%s', async (_, args, answer) => {
      const before = proxy.asked.length;
      expect(await there.recon(args(id))).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(answer) });
      expect(proxy.asked.length).toBeGreaterThan(before);
      expect(new Set(proxy.asked)).toEqual(new Set(['clinic.test:443']));
    });

    test('transfer', async () => {
      const accounts = await openAccounts({ dataFolder: service.dataFolder });
      onTestFinished(() => accounts.close());
      await accounts.add('dr-silva', 'main');
      const to = String((await accounts.list()).find(({ name }) => name === 'dr-silva')?.id);
      const moved = await createPatient(there, '--name', 'Bo Sample');
      expect(await there.recon(['transfer', moved, '--to', to, '--yes'])).toMatchObject({ exitCode: 0 });
    });

    test('delete: each change has a tunnel of its own, the reads share one', async () => {
      const ids = await Promise.all(['Cy', 'Di'].map((name) => createPatient(there, '--name', name)));
      const before = proxy.asked.length;
      expect(await there.recon(['patients', 'delete', ...ids, '--yes'])).toMatchObject({ exitCode: 0 });
      expect(proxy.asked.length - before).toBe(3);
    });
  });

  test('that speaks TLS itself, named in lower case', async () => {
    const proxy = await proxyWith({ tls: tls! });
    const there = homeWith({ https_proxy: proxy.url, HTTPS_PROXY: 'http://127.0.0.1:9' });
    await createPatient(there, '--name', 'Eve Sample');
    expect(proxy.asked).toHaveLength(2);
  });

  test('that breaks off in the middle of the photos, and loses an answer: one patient each', async () => {
    // The first tunnel is for looks, the second for the change.
    for (const [name, fate, photos] of [
      ['Flo Cut', { cutAfterBytes: 50_000 }, PHOTOS],
      ['Gil Lost', 'lose the answer', []],
    ] as const) {
      const proxy = await proxyWith({ fateOf: (tunnel) => (tunnel === 2 ? fate : 'pass') });
      const there = homeWith({ HTTPS_PROXY: proxy.url });
      const { exitCode, stderr } = await there.recon(['patients', 'create', '--name', name, ...photos]);
      expect(exitCode, stderr).toBe(0);
      expect(proxy.asked.length).toBeGreaterThan(2);
      expect(await patientsNamed(name)).toHaveLength(1);
    }
  });

  test('that gives no tunnel: 6, the proxy is named, its password is not, and nothing is left open', async () => {
    const wanting = await proxyWith({ login: 'somebody:else' });
    const hanging = await proxyWith({ fateOf: () => 'hang' });
    const gone = await startTunnelProxy({ toPort: 9 });
    await gone.close();
    const cases: [number, string[], string][] = [
      [wanting.port, [], 'does not accept the user name and password in that variable (407)'],
      [hanging.port, ['--timeout', '200ms'], 'no connection to clinic.test within 0.2 s through'],
      [gone.port, [], 'does not answer (connection refused)'],
    ];
    await Promise.all(
      cases.map(async ([port, flags, message], at) => {
        const there = homeWith({ HTTPS_PROXY: `http://${LOGIN}@127.0.0.1:${port}` });
        const create = ['patients', 'create', '--name', `Nobody ${at}`, '--debug', ...flags];
        const { exitCode, stdout, stderr } = await there.recon(create);
        expect([exitCode, stdout], stderr).toEqual([6, '']);
        expect(stderr).toContain(`127.0.0.1:${port} (the proxy of HTTPS_PROXY)`);
        expect(stderr).toContain(message);
        expect(stderr).not.toMatch(/geheim|YW5hOmdlaGVpbUB4/);
      }),
    );
    expect((await home.recon(['resume', '--list'])).stderr).toContain('nothing is open');
    expect(await patientsNamed('Nobody')).toEqual([]);
  });

  test('that NO_PROXY takes the service out of is not asked', async () => {
    const proxy = await proxyWith();
    const there = homeWith({ HTTPS_PROXY: proxy.url, NO_PROXY: 'localhost, .test' });
    const { exitCode, stderr } = await there.recon(['patients', 'list']);
    expect([exitCode, proxy.asked]).toEqual([6, []]);
    expect(stderr).toContain('the name clinic.test could not be found');
  });
});
