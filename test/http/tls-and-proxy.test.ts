import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { requireTool, toolPath } from '../support/require-tool.ts';
import { aChange, aRead, failureOf, TOKEN, transportTo } from './quick.ts';
import { httpServer, listening, netServer } from './servers.ts';

const hasOpenssl = requireTool('openssl');

/** A certificate that nobody has signed, made for the test and gone with it. */
function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recon-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(toolPath('openssl')!, [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

describe.skipIf(!hasOpenssl)('a certificate that is not trusted', () => {
  const untrusted = async () => {
    let connections = 0;
    let requests = 0;
    const server = createTlsServer(selfSigned(), (_, response) => {
      requests += 1;
      response.end('{}');
    });
    server.on('connection', () => {
      connections += 1;
    });
    const { port } = await listening(server, () => connections);
    return { url: `https://127.0.0.1:${port}`, connections: () => connections, requests: () => requests };
  };

  test.each([
    ['a read', aRead()],
    ['a change', aChange()],
  ])('ends %s after one try, with nothing sent', async (_, operation) => {
    const server = await untrusted();
    const error = await failureOf(transportTo(server.url).send(operation));
    expect(error).toMatchObject({
      code: 'network',
      message: expect.stringContaining('is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    expect(server.connections()).toBe(1);
    expect(server.requests()).toBe(0);
  });
});

test('TLS to a server that speaks none says so', async () => {
  const plain = await httpServer((_, response) => response.end('{}'));
  const transport = transportTo(plain.url.replace('http:', 'https:'));
  const error = await failureOf(transport.send(aChange()));
  expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('does not speak TLS') });
  expect(transport.tries()).toBe(1);
});

describe('a proxy', () => {
  const startProxy = async () => {
    const asked: string[] = [];
    const server = await netServer((socket) => {
      socket.once('data', (head) => {
        asked.push(head.toString('latin1'));
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
      });
    });
    return { url: server.url, asked };
  };

  test('is asked for a tunnel, and does not see the token', async () => {
    const proxy = await startProxy();
    const transport = transportTo('https://clinic.invalid/api', { proxy: { https_proxy: proxy.url } });
    const error = await failureOf(transport.send(aChange({ query: [['name', 'Ana']] })));
    // A refused tunnel is no request: surely not applied.
    expect(error.code).toBe('network');
    expect(proxy.asked[0]).toMatch(/^CONNECT clinic\.invalid:443 HTTP\/1\.1\r\n/);
    expect(proxy.asked.join('')).not.toMatch(new RegExp(`${TOKEN}|Ana|/api`));
  });

  test.each([
    ['a name in no_proxy', { no_proxy: 'other.example,.invalid' }],
    ['a proxy for http: alone', { https_proxy: undefined }],
  ])('is passed by for %s', async (_, over) => {
    const proxy = await startProxy();
    const settings = { http_proxy: proxy.url, https_proxy: proxy.url, ...over };
    const error = await failureOf(transportTo('https://clinic.invalid', { proxy: settings }).send(aRead()));
    expect(error.message).toContain('the name clinic.invalid could not be found');
    expect(proxy.asked).toEqual([]);
  });

  test('is never asked for this machine', async () => {
    const proxy = await startProxy();
    const server = await httpServer((_, response) => response.end('{"here":true}'));
    const settings = { http_proxy: proxy.url, https_proxy: proxy.url };
    expect((await transportTo(server.url, { proxy: settings }).send(aRead())).text).toBe('{"here":true}');
    expect(proxy.asked).toEqual([]);
  });
});
