import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { toldBy } from '../support/doctor-findings.ts';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { createPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService } from '../support/running-service.ts';
import { caSigned, selfSigned } from '../support/self-signed.ts';
import { startTunnelProxy } from '../support/tunnel-proxy.ts';

const TOKEN = `rcn_${'x'.repeat(43)}`;

describe.skipIf(!requireTool('openssl'))('the setting ca-file', () => {
  let home: ReconHome;
  beforeEach(async () => {
    home = await makeHome();
  });
  afterEach(() => home.remove());

  const path = (name: string) => join(home.folder, name);
  const setFile = async (name: string, cert: string, ...flags: string[]) => {
    await writeFile(path(name), cert);
    return await home.recon(['config', 'set', 'ca-file', `./${name}`, ...flags]);
  };
  const of = (url: string) => ({ env: { RECON_BASE_URL: url, RECON_TOKEN: TOKEN } });

  /** A service without patients that counts its connections. */
  async function serve(pair = selfSigned('IP:127.0.0.1')) {
    let connections = 0;
    const server = createServer(pair, (_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end('{"patients":[],"meta":{}}');
    }).on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    return {
      url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      cert: pair.cert,
      connections: () => connections,
    };
  }

  test.skipIf(process.platform === 'win32')('is read once by a command: a pipe gives what it has once', async () => {
    const { url, cert } = await serve();
    await writeFile(path('ca.pem'), cert);
    await execa('mkfifo', [path('pipe.pem')]);
    const piped = async (...line: string[]) => {
      const writer = execa('sh', ['-c', 'cat ca.pem > pipe.pem'], { cwd: home.folder });
      const { exitCode } = await home.recon(line, { ...of(url), timeout: 20_000 });
      await writer;
      return exitCode;
    };
    expect(await piped('config', 'set', 'ca-file', 'pipe.pem')).toBe(0);
    expect(await piped('list', '--json')).toBe(0);
  });

  test('is the way that an unknown signer is told with, and is kept in one profile as a whole path', async () => {
    const { url, cert } = await serve();
    const refused = await home.recon(['list', '--profile', 'clinic'], of(url));
    expect(refused.exitCode).toBe(6);
    expect(refused.stderr).toContain(
      '\n  Try: recon config set --profile clinic ca-file FILE (FILE has the certificate',
    );

    const profile = ['--profile', 'clinic'];
    await writeFile(path('clinic-ca.pem'), cert);
    const would = await home.recon(['config', 'set', 'ca-file', 'clinic-ca.pem', '--dry-run', ...profile]);
    expect(would.stderr).toBe(`Would set ca-file to ${path('clinic-ca.pem')}\n`);
    const set = await setFile('clinic-ca.pem', cert, ...profile);
    expect(set).toMatchObject({ stderr: `Set ca-file to ${path('clinic-ca.pem')} in profile clinic\n` });
    const listed = await home.recon(['config', 'list', ...profile]);
    expect(listed.stdout).toContain(`\nca-file\t${path('clinic-ca.pem')}\tprofile "clinic"\n`);
    await mkdir(path('elsewhere'));
    const there = await home.recon(['list', ...profile], { ...of(url), cwd: path('elsewhere') });
    expect(there).toMatchObject({ exitCode: 0 });

    expect(await home.recon(['list'], of(url))).toMatchObject({ exitCode: 6 });
    await home.recon(['config', 'unset', 'ca-file', ...profile]);
    expect(await home.recon(['list', ...profile], of(url))).toMatchObject({ exitCode: 6 });
  });

  test('stands beside NODE_EXTRA_CA_CERTS, and each is named where neither helps', async () => {
    const [one, other, third] = [await serve(), await serve(), await serve()];
    await setFile('one.pem', one.cert);
    await writeFile(path('other.pem'), other.cert);
    const both = (url: string) => ({ env: { ...of(url).env, NODE_EXTRA_CA_CERTS: path('other.pem') } });
    expect(await home.recon(['list'], both(one.url))).toMatchObject({ exitCode: 0 });
    expect(await home.recon(['list'], both(other.url))).toMatchObject({ exitCode: 0 });
    const { exitCode, stderr } = await home.recon(['list'], both(third.url));
    expect(exitCode).toBe(6);
    for (const [name, file] of [
      ['NODE_EXTRA_CA_CERTS', 'other.pem'],
      ['ca-file in profile "default"', 'one.pem'],
    ]) {
      const why = 'does not have this certificate';
      expect(stderr).toContain(`\n  ${name} names ${path(file!)}, which ${why}\n`);
    }
  });

  test('with the certificate of a service that another one signed trusts nobody, and says so', async () => {
    const { signer, root, ...leaf } = caSigned('IP:127.0.0.1');
    const { url } = await serve({ ...leaf, cert: leaf.cert + signer });
    const lack = 'has no certificate of a signer (CA), and none that signed itself';
    const warned = `warning: ${path('leaf.pem')} ${lack}: no service is trusted by it; whoever runs the service has the certificate of its signer\n`;
    const would = await setFile('leaf.pem', leaf.cert, '--dry-run');
    const set = await setFile('leaf.pem', leaf.cert);
    expect([would.stderr, set.stderr]).toEqual([expect.stringContaining(warned), expect.stringContaining(warned)]);
    const told = `\n  ca-file in profile "default" names ${path('leaf.pem')}, which ${lack}: that of a service is not enough where another one signed it\n`;
    const refused = await home.recon(['list'], of(url));
    expect(refused).toMatchObject({ exitCode: 6, stderr: expect.stringContaining(told) });
    expect(refused.stderr).toContain(
      'FILE has the certificate (PEM) of the signer (CA), of a proxy that decrypts TLS, or of a service that signed its own',
    );
    const { wrong } = toldBy(await home.recon(['doctor', '--json'], of(url)));
    expect(wrong.map(({ about }) => about)).toContain('certificates');

    expect((await setFile('signer.pem', signer)).stderr).not.toContain('warning');
    expect((await home.recon(['list'], of(url))).stderr).toContain(
      'does not have the first of its signers, the CA that signed itself\n',
    );
    expect((await setFile('root.pem', root)).stderr).not.toContain('warning');
    expect(await home.recon(['list'], of(url))).toMatchObject({ exitCode: 0 });
    const alone = await serve(leaf);
    expect((await home.recon(['list'], of(alone.url))).stderr).toContain(
      `${path('root.pem')}, which does not have the certificate of its signer (CA)\n`,
    );
  });

  test('trusts each certificate of its file, and none for another name', async () => {
    const [one, other, strange] = [await serve(), await serve(), await serve(selfSigned('DNS:other.example'))];
    await setFile('all.pem', `The clinic\n${one.cert}\n${other.cert}${strange.cert}`);
    expect(await home.recon(['list'], of(other.url))).toMatchObject({ exitCode: 0 });
    const refused = await home.recon(['list'], {
      env: { ...of(strange.url).env, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(refused).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('not trusted: it is for other.example\n'),
    });
  });

  test('whose file is gone or damaged is told before anything is asked, by doctor too', async () => {
    const { url, cert, connections } = await serve();
    const damaged = `${cert}${cert.replace(/^.*\n.*\n/, '-----BEGIN CERTIFICATE-----\n')}`;
    expect(await setFile('bad.pem', damaged)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`ca-file "${path('bad.pem')}" has a damaged certificate in it`),
    });
    await setFile('ca.pem', cert);
    for (const [change, why] of [
      [() => rm(path('ca.pem')), 'does not exist'],
      [() => writeFile(path('ca.pem'), damaged), 'has a damaged certificate in it'],
    ] as const) {
      await change();
      const message = `ca-file in profile "default" names ${path('ca.pem')}, which ${why}`;
      const { exitCode, stderr } = await home.recon(['list'], of(url));
      expect([exitCode, stderr]).toEqual([
        12,
        expect.stringMatching(/^ {2}Try: recon config set ca-file FILE \(FILE is the right one\)$/m),
      ]);
      expect(stderr).toContain(message);
      expect(stderr).toContain('recon config unset ca-file');
      const doctor = toldBy(await home.recon(['doctor', '--json'], of(url)));
      expect(doctor).toMatchObject({ exitCode: 7, wrong: [{ about: 'certificates', found: message }] });
    }
    expect(connections()).toBe(0);
  });

  test('is used by a login, and goes with it into a profile of its own', async () => {
    const { url, cert } = await serve();
    await home.recon(['config', 'set', 'base-url', 'https://old.example']);
    await setFile('ca.pem', cert);
    const login = ['login', '--base-url', url, '--token-stdin', '--insecure-storage'];
    const done = await home.recon(login, { stdin: 'pipe', input: TOKEN });
    expect(done).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`Logged in to ${url} as profile 127`) });
    expect(await home.recon(['list'])).toMatchObject({ exitCode: 0 });
    const { all, wrong } = toldBy(await home.recon(['doctor', '--json']));
    expect(wrong.filter(({ about }) => /service|certificate/.test(about))).toEqual([]);
    const found = expect.stringMatching(/ca\.pem are trusted too \(ca-file in profile "127\./);
    expect(all).toContainEqual(expect.objectContaining({ about: 'certificates', found }));
    // Of the service, on a connection of its own.
    expect(all.find(({ about }) => about === 'certificate')?.found).toMatch(/ends in/);
  });

  test('goes with a second login to the same service, where none is set for it, and with none to another', async () => {
    const [{ url, cert }, other] = [await serve(), await serve()];
    await setFile('ca.pem', cert);
    const login = async (to: string, ...flags: string[]) => {
      const line = ['login', '--base-url', to, '--token-stdin', '--insecure-storage', ...flags];
      return await home.recon(line, { stdin: 'pipe', input: TOKEN });
    };
    await login(url);
    const second = await login(url, '--profile', 'second');
    expect(second).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`\nIt trusts the ca-file of profile default too: ${path('ca.pem')}\n`),
    });
    expect(await home.recon(['list', '--profile', 'second'])).toMatchObject({ exitCode: 0 });
    expect(await login(other.url, '--profile', 'other')).toMatchObject({ exitCode: 6 });

    await setFile('wrong.pem', other.cert, '--profile', 'third');
    expect(await login(url, '--profile', 'third')).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining(`names ${path('wrong.pem')}, which does not have this certificate`),
    });
  });

  test('is used behind a proxy that speaks TLS, by uploads and downloads', async () => {
    const [ofProxy, ofService] = [selfSigned('IP:127.0.0.1'), selfSigned('DNS:clinic.test,IP:127.0.0.1')];
    const service = await openService({ tls: ofService, publicUrl: 'https://clinic.test' });
    onTestFinished(() => service.close());
    const proxy = await startTunnelProxy({ toPort: Number(new URL(service.url).port), tls: ofProxy });
    onTestFinished(() => proxy.close());
    Object.assign(home.environment, {
      RECON_BASE_URL: 'https://clinic.test',
      RECON_TOKEN: service.token,
      HTTPS_PROXY: `https://127.0.0.1:${proxy.port}`,
    });
    await setFile('ca.pem', ofProxy.cert);
    expect(await home.recon(['list'])).toMatchObject({
      exitCode: 6,
      stderr: expect.stringContaining('the certificate of clinic.test is not trusted'),
    });
    await setFile('ca.pem', ofProxy.cert + ofService.cert);
    const photos = ['--type', 'face', '--photos', join(SAMPLES, 'ana/face')];
    const id = await createPatient(home, '--name', 'Ana Sample', ...photos);
    expect(proxy.sentBytes()).toBeGreaterThan(100_000);
    const saved = await home.recon(['download', id, '--type', 'face', '--to', 'ana.zip']);
    expect(saved).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/ana\.zip\n$/) });
  });
});
