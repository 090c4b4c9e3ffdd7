import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openStore } from '../../src/service/open-store.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import { openAccounts, startService } from '../../src/service/start.ts';
import { contentOf, copyFolder } from '../support/data-folders.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { requireTool, toolPath } from '../support/require-tool.ts';
import { workerNamed } from '../support/running-service.ts';
import { selfSigned } from '../support/self-signed.ts';
import { mammoForm } from '../support/service-forms.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = async (options: Partial<ServiceOptions> = {}) =>
  startService({
    dataFolder: join(folder, 'data'),
    host: '127.0.0.1',
    port: 0,
    workerUrl: workerNamed('quick'),
    decoderUrl: await decoderProgram(),
    clock: systemClock,
    ...options,
  });

test('a second service on one data folder is refused, is told where the first one is, and that loses nothing', async () => {
  const first = await start();
  const where = `at ${first.url} (process ${process.pid})`;
  await expect(start()).rejects.toMatchObject({
    code: 'storage',
    message: `another recon service is running on ${JSON.stringify(join(folder, 'data'))}, ${where}`,
  });
  expect((await fetch(`${first.url}/patients?access_token=${first.own!.token}`)).status).toBe(200);
  await first.stop();
  const again = await start();
  await again.stop();
});

test('the token file is the owner’s alone and stays good across restarts, also by another port', async () => {
  const first = await start();
  expect((await readFile(first.own!.tokenFile, 'utf8')).trim()).toBe(first.own!.token);
  expect(first.own!.token).toMatch(/^rcn_[\w-]{43}$/);
  expect((await stat(first.own!.tokenFile)).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
  await first.stop();
  const second = await start();
  expect(second.own!.token).toBe(first.own!.token);
  await second.stop();
});

test('a revoked own token is replaced at the next start', async () => {
  const accounts = await openAccounts({ dataFolder: join(folder, 'data') });
  const { token } = await accounts.newToken('main');
  await accounts.close();
  const service = await start();
  expect(service.own!.token).not.toBe(token);
  expect(
    (await fetch(`${service.url}/patients`, { headers: { authorization: `Bearer ${service.own!.token}` } })).status,
  ).toBe(200);
  await service.stop();
});

test.each([
  [{ host: '0.0.0.0' }, 'usage'],
  [{ host: '192.0.2.1', publicUrl: 'http://clinic.example' }, 'usage'],
])('without TLS another address is refused: %j', async (options, code) => {
  await expect(start(options)).rejects.toMatchObject({ code, hint: expect.stringContaining('--tls-cert') });
});

test('a public URL of plain http is for this machine alone, on a loopback address too', async () => {
  await expect(start({ publicUrl: 'http://clinic.example' })).rejects.toMatchObject({
    code: 'usage',
    hint: expect.stringContaining('--public-url https://clinic.example'),
  });
});

test('behind a TLS proxy another address is taken, and URLs are the public ones', async () => {
  const service = await start({ host: '0.0.0.0', publicUrl: 'https://clinic.example/recon/' });
  const form = new FormData();
  for (const [name, value] of Object.entries(await mammoForm())) {
    form.append(name, typeof value === 'string' ? value : new Blob([value as Uint8Array<ArrayBuffer>]));
  }
  const answer = await fetch(`${service.url}/patients?access_token=${service.own!.token}`, {
    method: 'POST',
    body: form,
  });
  expect(await answer.text()).toContain('"front":"https://clinic.example/recon/images/');
  await service.stop();
});

test('stop can be called twice, and afterwards nobody listens', async () => {
  const service = await start();
  await Promise.all([service.stop(), service.stop()]);
  await service.stop();
  await expect(fetch(service.url)).rejects.toThrow();
});

test('a port that is taken is told before anything is made', async () => {
  const first = await start();
  await expect(start({ dataFolder: join(folder, 'other'), port: first.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
  expect(existsSync(join(folder, 'other'))).toBe(false);
  const other = await start({ dataFolder: join(folder, 'other') });
  await Promise.all([first.stop(), other.stop()]);
});

test('data of a newer version is refused, not touched', async () => {
  const store = await openStore(join(folder, 'other'), systemClock);
  await sql`pragma user_version = 99`.execute(store.db);
  // As a kill -9 leaves it: the change stands in the database's log.
  const killed = await copyFolder(join(folder, 'other'));
  await store.database.close();
  for (const dataFolder of [killed, join(folder, 'other')]) {
    const before = await contentOf(dataFolder);
    await expect(start({ dataFolder })).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('the data is of a newer recon (schema 99'),
    });
    expect(await contentOf(dataFolder)).toEqual(before);
  }
  await rm(killed, { recursive: true });
});

test.each([
  ['a file', async (path: string) => writeFile(path, 'x')],
  [
    'a folder with a damaged database',
    async (path: string) => {
      await mkdir(path);
      await writeFile(join(path, 'recon.db'), 'no database at all, but long enough to be read as one'.repeat(100));
    },
  ],
])('%s as data folder is refused with its name', async (_, make) => {
  const path = join(folder, `odd-${Math.random()}`);
  await make(path);
  await expect(start({ dataFolder: path })).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining(path),
  });
});

describe.skipIf(!requireTool('openssl'))('with a certificate', () => {
  test('a key of another certificate is refused before the folder is made, and nothing is said to begin', async () => {
    const tls = { cert: selfSigned('IP:127.0.0.1').cert, key: selfSigned('IP:127.0.0.1').key };
    const dataFolder = join(folder, 'of-no-pair');
    let hasBegun = false;
    const starting = start({
      dataFolder,
      tls,
      onBegin: () => {
        hasBegun = true;
      },
    });
    await expect(starting).rejects.toMatchObject({ code: 'ERR_OSSL_X509_KEY_VALUES_MISMATCH' });
    expect([existsSync(dataFolder), hasBegun]).toEqual([false, false]);
  });

  test('the service speaks TLS and says that it always will', async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const request = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ];
    execFileSync(toolPath('openssl')!, [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    });
    const tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    const service = await start({ host: '0.0.0.0', tls });
    // The certificate is for that name.
    expect(service.url).toMatch(/^https:\/\/localhost:/);
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      const sent = get(`${service.url}/patients`, { rejectUnauthorized: false }, (answer) => {
        answer.resume();
        resolve(answer.headers);
      });
      sent.on('error', reject);
    });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    await service.stop();
  });
});

test.skipIf(process.platform !== 'linux')(
  'a data folder where no folder can be made is named, and does not hang',
  async () => {
    await expect(start({ dataFolder: '/proc/recon' })).rejects.toMatchObject({
      code: 'storage',
      message: 'the data folder "/proc/recon" cannot be used: no folder can be made there',
    });
  },
);

test('a data folder is made with its parents', async () => {
  const service = await start({ dataFolder: join(folder, 'far', 'down', 'data') });
  expect((await stat(join(folder, 'far', 'down', 'data'))).mode & 0o777).toBe(0o700);
  await service.stop();
});

test('a start that cannot make its folder is refused before it says that it begins', async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  let hasBegun = false;
  const onBegin = () => {
    hasBegun = true;
  };
  await expect(start({ dataFolder: join(file, 'data'), onBegin })).rejects.toMatchObject({ code: 'storage' });
  expect(hasBegun).toBe(false);
});

test('a start that does not reach its database leaves none of the folders that it made', async () => {
  const databaseUrl = 'postgres://recon@127.0.0.1:1/recon';
  const dataFolder = join(folder, 'api', 'data');
  await expect(start({ dataFolder, databaseUrl })).rejects.toMatchObject({ code: 'unavailable' });
  expect(existsSync(join(folder, 'api'))).toBe(false);
  // What somebody else has made stays.
  await mkdir(dataFolder, { recursive: true });
  await expect(start({ dataFolder, databaseUrl })).rejects.toMatchObject({ code: 'unavailable' });
  expect(existsSync(dataFolder)).toBe(true);
});

test('a start tells once that others may reach the data folder, and what to type', async () => {
  const dataFolder = join(folder, 'open');
  await mkdir(dataFolder);
  await chmod(dataFolder, 0o755);
  const told = async () => {
    const lines: string[] = [];
    const service = await start({ dataFolder, onLog: (line, weight) => void (weight === 'fault' && lines.push(line)) });
    await service.stop();
    return lines;
  };
  const line = `other users of this machine may reach ${dataFolder}; to end that: chmod go= ${dataFolder}`;
  expect(await told()).toEqual([line]);
  await chmod(dataFolder, 0o700);
  expect(await told()).toEqual([]);
});
