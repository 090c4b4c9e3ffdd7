import { X509Certificate } from 'node:crypto';
import { copyFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { followTlsFiles, type TlsPair } from '../../src/service/tls-files.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService } from '../support/running-service.ts';
import { selfSigned } from '../support/self-signed.ts';
import { tempFolder } from '../support/temp-folder.ts';

const noOpenssl = !requireTool('openssl');
/** Two looks and what the reading takes. */
const TAKEN_WITHIN = { timeout: 10_000, interval: 100 };

const fingerprint = (pem: string) => new X509Certificate(pem).fingerprint256;

/** The certificate that a new connection gets. */
const served = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()!.fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });

const IN_USE = expect.stringMatching(/^TLS: the changed certificate is in use, until \d{4}-\d\d-\d\d$/);

test.skipIf(noOpenssl)('under load no request fails, and afterwards the new certificate is served', async () => {
  const folder = tempFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const put = async ({ cert, key }: TlsPair) => {
    for (const [path, text] of [
      [files.key, key],
      [files.cert, cert],
    ] as const) {
      await writeFile(`${path}.new`, text);
      await rename(`${path}.new`, path);
    }
  };
  const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')];
  await put(first);
  const service = await openService({ tls: first, tlsFiles: files });
  onTestFinished(() => service.close());
  expect(await served(service.url)).toBe(fingerprint(first.cert));

  const seen: Record<string, number> = {};
  let isOver = false;
  const agents = [new Agent({ keepAlive: true, rejectUnauthorized: false }), new Agent({ rejectUnauthorized: false })];
  onTestFinished(() => {
    for (const agent of agents) agent.destroy();
  });
  const ask = (agent: Agent) =>
    new Promise<string>((resolve) => {
      const headers = { authorization: `Bearer ${service.token}` };
      request(`${service.url}/patients`, { agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(String(answer.statusCode)));
      })
        .once('error', (error) => resolve(error.message))
        .end();
    });
  const load = [...agents, ...agents].map(async (agent) => {
    while (!isOver) {
      const outcome = await ask(agent);
      seen[outcome] = (seen[outcome] ?? 0) + 1;
    }
  });
  await put(second);
  await expect.poll(() => served(service.url), TAKEN_WITHIN).toBe(fingerprint(second.cert));
  await sleep(500);
  isOver = true;
  await Promise.all(load);
  expect(Object.keys(seen)).toEqual(['200']);
  expect(seen['200']).toBeGreaterThan(100);
  expect(service.log.filter((line) => line.startsWith('TLS'))).toEqual([IN_USE]);
  expect(service.log.join()).not.toContain('PRIVATE');
});

test.skipIf(noOpenssl)('a pair that does not fit is told once and changes nothing until it is mended', async () => {
  const folder = tempFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')];
  await Promise.all([writeFile(files.cert, first.cert), writeFile(files.key, first.key)]);
  const service = await openService({ tls: first, tlsFiles: files });
  onTestFinished(() => service.close());
  const told = () => service.log.filter((line) => line.startsWith('TLS'));
  // A first look has to have seen the files as they are.
  await sleep(200);

  await writeFile(files.cert, second.cert);
  await expect.poll(told, TAKEN_WITHIN).toHaveLength(1);
  expect(told()[0]).toContain(
    'cannot be used: the private key in --tls-key does not belong to the certificate in --tls-cert; the earlier',
  );
  await sleep(4_500);
  expect(told()).toHaveLength(1);
  expect(await served(service.url)).toBe(fingerprint(first.cert));

  await writeFile(files.key, second.key);
  await expect.poll(() => served(service.url), TAKEN_WITHIN).toBe(fingerprint(second.cert));

  await unlink(files.key);
  await expect.poll(told, TAKEN_WITHIN).toHaveLength(3);
  expect(told()[2]).toContain(`cannot be used: ${files.key} of --tls-key does not exist; the earlier ones stay`);
  expect(await served(service.url)).toBe(fingerprint(second.cert));
});

test.skipIf(noOpenssl)('a link that is turned to another file is a change', async () => {
  const folder = tempFolder();
  const pairs = [selfSigned('DNS:a'), selfSigned('DNS:b')];
  const at = (name: string) => join(folder, name);
  for (const [index, { cert, key }] of pairs.entries()) {
    await Promise.all([writeFile(at(`cert${index}`), cert), writeFile(at(`key${index}`), key)]);
  }
  await Promise.all([symlink('cert0', at('cert.pem')), symlink('key0', at('key.pem'))]);
  const taken: TlsPair[] = [];
  const log: string[] = [];
  const stop = followTlsFiles({ cert: at('cert.pem'), key: at('key.pem') }, pairs[0]!, {
    onPair: (pair) => taken.push(pair),
    onLog: (line) => log.push(line),
    now: Date.now,
    everyMs: 50,
  });
  onTestFinished(stop);
  await sleep(200);
  expect(taken).toEqual([]);
  for (const name of ['cert', 'key']) {
    await symlink(`${name}1`, at('new'));
    await rename(at('new'), at(`${name}.pem`));
  }
  await expect.poll(() => taken).toEqual([pairs[1]]);
  stop();
  await copyFile(at('cert0'), at('cert1'));
  await sleep(300);
  expect([taken, log]).toEqual([[pairs[1]], [IN_USE]]);
});

test.skipIf(noOpenssl)(
  'a certificate that has ended is told as such, at the start and when it is put there',
  async () => {
    const folder = tempFolder();
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const put = ({ cert, key }: TlsPair) => Promise.all([writeFile(files.key, key), writeFile(files.cert, cert)]);
    const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')];
    await put(first);
    // They are made for two days.
    const clock = { ...systemClock, now: () => systemClock.now() + 3 * 86_400_000 };
    const service = await openService({ tls: first, tlsFiles: files, clock });
    onTestFinished(() => service.close());
    const told = () => service.log.filter((line) => line.startsWith('TLS'));
    const words = ({ cert }: TlsPair) => {
      const day = new Date(Date.parse(new X509Certificate(cert).validTo)).toISOString().slice(0, 10);
      return `ended on ${day}: clients refuse it, so put a new one there`;
    };
    expect(told()).toEqual([`TLS: the certificate ${words(first)}`]);
    // A first look has to have seen the files as they are.
    await sleep(200);
    await put(second);
    await expect.poll(told, TAKEN_WITHIN).toHaveLength(2);
    expect(told()[1]).toBe(`TLS: the changed certificate is in use, but it ${words(second)}`);
  },
);
