import { once } from 'node:events';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { aChange, aRead, failureOf, fastClock, formOf, TOKEN, transportTo } from './quick.ts';
import { httpServer, listening, netServer } from './servers.ts';

/** Only a proxy knows the way to it. */
const CLINIC = 'https://clinic.invalid/api';
const LOGIN = 'ana:geheim';

/** A proxy that answers each CONNECT in its own way, and keeps what it was asked. */
async function proxyThat(answer: (socket: Socket) => void) {
  const asked: string[] = [];
  const server = await netServer((socket) =>
    socket.once('data', (head) => {
      asked.push(head.toString('latin1'));
      answer(socket);
    }),
  );
  return { ...server, asked, name: `127.0.0.1:${server.port} (the proxy of HTTPS_PROXY)` };
}

const refusing = (status: string, headers = '') =>
  proxyThat((socket) => socket.end(`HTTP/1.1 ${status}\r\n${headers}content-length: 0\r\n\r\n`));

const through = (port: number, login = '', over = {}) =>
  transportTo(CLINIC, { proxy: { HTTPS_PROXY: `http://${login && `${login}@`}127.0.0.1:${port}` }, ...over });

const allOf = (error: Error): string =>
  `${error.stack}${JSON.stringify(error)}${error.cause instanceof Error ? allOf(error.cause) : ''}`;

test('a proxy is asked for a tunnel, and does not see the token', async () => {
  const proxy = await refusing('403 Forbidden');
  await failureOf(through(proxy.port).send(aChange({ query: [['name', 'Ana']] })));
  expect(proxy.asked[0]).toMatch(/^CONNECT clinic\.invalid:443 HTTP\/1\.1\r\n/);
  expect(proxy.asked.join('')).not.toMatch(new RegExp(`${TOKEN}|Ana|/api|proxy-authorization`, 'i'));
});

test('a proxy is told user name and password, and nothing that is told to a person holds them', async () => {
  const proxy = await refusing('403 Forbidden');
  const transport = through(proxy.port, LOGIN);
  const error = await failureOf(transport.send(aRead()));
  const secret = Buffer.from(LOGIN).toString('base64');
  expect(proxy.asked[0]).toContain(`proxy-authorization: Basic ${secret}\r\n`);
  expect(transport.traces[0]).toMatchObject({
    step: 'request',
    note: `through 127.0.0.1:${proxy.port} (the proxy of HTTPS_PROXY)`,
  });
  expect(allOf(error) + JSON.stringify([transport.notices, transport.traces])).not.toMatch(
    new RegExp(`geheim|${secret}`),
  );
});

describe('a change whose proxy gives no tunnel was surely not made', () => {
  test.each([
    ['407 Proxy Authentication Required', '', '', 1, 'wants a user name and password (407)', 'USER:PASSWORD@127'],
    ['407 Proxy Authentication Required', '', LOGIN, 1, 'does not accept the user name and password', 'the right ones'],
    [
      '407 Proxy Authentication Required',
      'proxy-authenticate: Negotiate\r\nproxy-authenticate: NTLM\r\n',
      LOGIN,
      1,
      'wants a login of a kind that recon does not know (407)',
      'Basic',
    ],
    ['403 Forbidden', '', '', 1, 'lets nobody through to clinic.invalid (403)', 'NO_PROXY=clinic.invalid'],
    ['302 Found', '', '', 1, 'answered 302 where a connection to clinic.invalid was asked for', 'HTTPS_PROXY'],
    ['502 Bad Gateway', '', '', 4, 'could not reach clinic.invalid (502)', 'again later'],
    ['503 Service Unavailable', '', '', 4, 'could not reach clinic.invalid (503)', 'again later'],
  ])('%s %s%s', async (status, headers, login, tries, message, hint) => {
    const proxy = await refusing(status, headers);
    const transport = through(proxy.port, login);
    const error = await failureOf(transport.send(aChange({ form: formOf(1000) })));
    expect(error).toMatchObject({
      code: 'network',
      message: expect.stringContaining(`${proxy.name} ${message}`),
      hint: expect.stringContaining(hint),
    });
    expect(transport.tries()).toBe(tries);
    expect(proxy.asked).toHaveLength(tries);
  });

  test('gone', async () => {
    const proxy = await refusing('403 Forbidden');
    await proxy.close();
    const transport = through(proxy.port);
    expect(await failureOf(transport.send(aChange()))).toMatchObject({
      code: 'network',
      message: `${proxy.name} does not answer (connection refused)`,
      hint: expect.stringContaining('HTTPS_PROXY'),
    });
    expect(transport.tries()).toBe(4);
  });

  test('a name that nobody knows', async () => {
    const proxy = { HTTPS_PROXY: 'http://proxy.invalid:3128' };
    const error = await failureOf(transportTo(CLINIC, { proxy }).send(aChange()));
    expect(error.message).toBe('the name proxy.invalid (the proxy of HTTPS_PROXY) could not be found');
  });

  test.each([
    ['hung up', (socket: Socket) => void socket.end(), 'closed the connection before anything was sent'],
    [
      'answered in no HTTP',
      (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
      'answered with something that is not HTTP',
    ],
  ])('%s', async (_, answer, does) => {
    const proxy = await proxyThat(answer);
    const transport = through(proxy.port);
    const error = await failureOf(transport.send(aChange()));
    expect(error).toMatchObject({ code: 'network', message: `${proxy.name} ${does}` });
    expect(transport.tries()).toBe(4);
    expect(proxy.asked).toHaveLength(4);
  });

  test.each([
    ['a change', aChange()],
    ['an upload', aChange({ form: formOf(1000) })],
    ['a read', aRead()],
  ])('silent: %s waits no longer than it may', async (_, operation) => {
    const proxy = await proxyThat(() => {});
    const transport = through(proxy.port, '', { timeoutMs: 50 });
    expect(await failureOf(transport.send(operation))).toMatchObject({
      code: 'timeout',
      message: `no connection to clinic.invalid within 0.1 s through ${proxy.name}`,
      hint: expect.stringContaining('NO_PROXY=clinic.invalid'),
    });
    expect(transport.tries()).toBe(4);
  });

  test('silent: a person soon hears that there is no connection yet', async () => {
    const proxy = await proxyThat(() => {});
    const transport = through(proxy.port, '', { clock: fastClock(20), timeoutMs: 6000, firstNoticeMs: 3000 });
    await failureOf(transport.send(aRead()));
    expect(transport.notices[0]).toMatch(/^connecting to the service, [345] s$/);
  });

  test('silent behind the proxy', async () => {
    const proxy = await proxyThat((socket) => void socket.write('HTTP/1.1 200 OK\r\n\r\n'));
    const error = await failureOf(through(proxy.port, '', { timeoutMs: 50 }).send(aRead()));
    expect(error).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('no connection to clinic.invalid'),
    });
  });
});

test('closing ends the wait for a proxy that is silent', async () => {
  const ended: Promise<unknown>[] = [];
  const proxy = await proxyThat((socket) => ended.push(once(socket, 'close')));
  const transport = through(proxy.port);
  const failure = failureOf(transport.send(aChange()));
  await expect.poll(() => ended).toHaveLength(1);
  await transport.close();
  expect(await failure).toMatchObject({ code: 'interrupted' });
  await ended[0];
});

test.skipIf(!requireTool('openssl'))('the certificate of a proxy is checked, and the proxy named', async () => {
  let asked = 0;
  const server = createTlsServer(selfSigned('IP:127.0.0.1')).on('connect', () => {
    asked += 1;
  });
  const { port } = await listening(server, () => 0);
  const transport = transportTo(CLINIC, { proxy: { HTTPS_PROXY: `https://127.0.0.1:${port}` } });
  expect(await failureOf(transport.send(aChange()))).toMatchObject({
    code: 'network',
    message: `the certificate of 127.0.0.1:${port} (the proxy of HTTPS_PROXY) is not trusted: it has signed itself`,
    hint: { command: ['config', 'set', 'ca-file', 'FILE'] },
  });
  expect([asked, transport.tries()]).toEqual([0, 1]);
});

test.each([
  ['a name in NO_PROXY', { NO_PROXY: 'other.example,.invalid' }],
  ['no proxy for https:', { HTTPS_PROXY: undefined }],
])('a proxy is passed by for %s', async (_, over) => {
  const proxy = await refusing('403 Forbidden');
  const variables = { http_proxy: proxy.url, HTTPS_PROXY: proxy.url, ...over };
  const error = await failureOf(transportTo('https://clinic.invalid', { proxy: variables }).send(aRead()));
  expect(error.message).toContain('the name clinic.invalid could not be found');
  expect(proxy.asked).toEqual([]);
});

test('a proxy is never asked for this machine', async () => {
  const proxy = await refusing('403 Forbidden');
  const server = await httpServer((_, response) => response.end('{"here":true}'));
  const variables = { http_proxy: proxy.url, https_proxy: proxy.url };
  expect((await transportTo(server.url, { proxy: variables }).send(aRead())).text).toBe('{"here":true}');
  expect(proxy.asked).toEqual([]);
});
