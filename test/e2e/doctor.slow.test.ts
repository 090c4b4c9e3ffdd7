import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { toldBy } from '../support/doctor-findings.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { requireTool, toolPath } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';

const root = resolve(import.meta.dirname, '../..');
const TOKEN = `rcn_${'x'.repeat(43)}`;

let home: ReconHome;
beforeAll(async () => {
  home = await makeHome({ RECON_TOKEN: TOKEN });
});
afterAll(() => home.remove());

/** A certificate of these days, counted from now; `openssl ca` alone can make one. */
function validBetween(first: number, last: number): { key: string; cert: string } {
  const { key, cert } = selfSigned('IP:127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'recon-expired-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const openssl = (text: string) => execFileSync(toolPath('openssl')!, text.split(' '), { cwd: folder, stdio: 'pipe' });
  for (const [name, text] of Object.entries({ 'key.pem': key, 'now.pem': cert, index: '', serial: '01\n', ca: CA })) {
    writeFileSync(join(folder, name), text);
  }
  openssl('x509 -x509toreq -in now.pem -signkey key.pem -copy_extensions copyall -out request.pem');
  openssl(
    `ca -batch -notext -config ca -selfsign -keyfile key.pem -in request.pem -out old.pem -startdate ${opensslDay(first)} -enddate ${opensslDay(last)}`,
  );
  return { key, cert: readFileSync(join(folder, 'old.pem'), 'utf8') };
}

const opensslDay = (days: number) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`;

const CA = `[ca]
default_ca = own
[own]
database = index
serial = serial
new_certs_dir = .
policy = any
copy_extensions = copyall
default_md = sha256
[any]
commonName = supplied
`;

async function serve(pair: { key: string; cert: string }) {
  const server = createServer(pair, (_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"patients":[],"meta":{}}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const authority = join(home.folder, `authority-${port}.pem`);
  writeFileSync(authority, pair.cert);
  return { url: `https://127.0.0.1:${port}`, authority };
}

const doctorAt = async (url: string, more: Record<string, string> = {}) =>
  toldBy(await home.recon(['doctor', '--json', '--base-url', url], { env: more }));

test.skipIf(!requireTool('openssl'))(
  'a certificate that is expired, of nobody, or of another host is found',
  async () => {
    const good = await serve(selfSigned('IP:127.0.0.1'));
    const trusted = { NODE_EXTRA_CA_CERTS: good.authority };
    expect(await doctorAt(good.url, trusted)).toMatchObject({ exitCode: 0, wrong: [] });

    const old = await serve(validBetween(-40, -10));
    const other = await serve(selfSigned('DNS:other.example'));
    for (const [url, authority, found, fix] of [
      [
        good.url,
        undefined,
        /is not trusted: it has signed itself$/,
        /^recon config set ca-file FILE \(FILE has the certificate/,
      ],
      [old.url, old.authority, /has expired$/, /^a new certificate on the service/],
      [
        other.url,
        other.authority,
        /not trusted: it is for [\w.:]+/,
        /^the right address in (RECON_BASE_URL|--base-url)$/,
      ],
    ] as const) {
      const told = await doctorAt(url, authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority });
      expect(told).toMatchObject({
        exitCode: 7,
        wrong: [{ about: 'service', found: expect.stringMatching(found), fix: expect.stringMatching(fix) }],
      });
    }
  },
);

test.skipIf(!requireTool('openssl'))(
  'a certificate that ends soon is found, and one that does not is told',
  async () => {
    for (const [first, last, found] of [
      [-80, 5.5, /^of the service ends in 5 days, on \d{4}-\d\d-\d\d$/],
      [-80, 0.5, / ends in 1[12] hours, /],
      [-5, 1.2, / ends in 28 hours, /],
      // Of four days, and of one: more than a quarter is left, and no new one is there.
      [-2.2, 1.8, / ends in 43 hours, /],
      [-0.6, 0.4, / ends in 9 hours, /],
    ] as const) {
      const { url, authority } = await serve(validBetween(first, last));
      expect(await doctorAt(url, { NODE_EXTRA_CA_CERTS: authority })).toMatchObject({
        exitCode: 7,
        wrong: [
          {
            about: 'certificate',
            found: expect.stringMatching(found),
            fix: expect.stringMatching(/^a new certificate/),
          },
        ],
      });
    }
    for (const [first, last, found] of [
      [-60, 40.5, /ends in 40 days, on [\d-]+$/],
      [-60, 20.5, /ends in 20 days, on [\d-]+; a new one should be there by then$/],
      [-1, 5.5, /ends in 5 days, on [\d-]+; a new one/],
      // Of one day, and just made: so one looks that is renewed each day.
      [-0.1, 0.85, /ends in 20 hours, on [\d-]+, which is fine only if it renews itself$/],
    ] as const) {
      const { url, authority } = await serve(validBetween(first, last));
      const told = await doctorAt(url, { NODE_EXTRA_CA_CERTS: authority });
      expect(told).toMatchObject({ exitCode: 0, wrong: [] });
      expect(told.all.find(({ about }) => about === 'certificate')?.found).toMatch(found);
    }
  },
);

test('an installation without the part that decodes photos is found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recon-without-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => one !== 'sharp')) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [join(folder, 'bin/recon.js'), 'doctor', '--json', '--base-url', 'http://127.0.0.1:9'],
    { env: { ...home.environment }, extendEnv: false, reject: false, stdin: 'ignore' },
  );
  const { wrong } = toldBy({ exitCode, signal: undefined, stdout, stderr });
  expect(wrong.map(({ about, fix }) => [about, fix])).toEqual([
    ['photos', 'npm install --global recon'],
    ['service', expect.any(String)],
  ]);
});

test('--trial makes a model of the bundled photos, and leaves nothing', async () => {
  const data = join(home.folder, 'data');
  const service = home.start(['serve', '--port', '0', '--data', data]);
  await new Promise((done) => service.stdout!.once('data', done));
  service.kill('SIGTERM');
  await service;
  const { exitCode, all } = toldBy(await home.recon(['doctor', '--json', '--trial', '--data', data]));
  expect(all.find(({ about }) => about === 'generation')).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^a model of the bundled photos was made in \d+ s$/),
  });
  expect([exitCode, readdirSync(tmpdir()).filter((name) => name.startsWith('recon-trial-'))]).toEqual([0, []]);
});

test('the process of a service that hangs was to be looked for', async () => {
  const own = await makeHome();
  onTestFinished(own.remove);
  const service = own.start(['serve', '--port', '0']);
  try {
    await new Promise((done) => service.stdout!.once('data', done));
    service.kill('SIGSTOP');
    const { exitCode, stdout, stderr } = await own.recon(['doctor', '--quiet', '--timeout', '1s']);
    expect(exitCode).toBe(7);
    expect((stdout + stderr).replaceAll(/\s+/g, ' ')).toContain(
      `it hangs: end its process (kill -9 ${service.pid}), and then: recon serve`,
    );
  } finally {
    service.kill('SIGKILL');
    await service;
  }
});
