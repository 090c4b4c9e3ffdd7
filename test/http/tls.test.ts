import { createServer as createTlsServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { describeError } from '../../src/cli/report-error.ts';
import { failureOf } from '../../src/http/failure.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { aChange, aRead, failureOf as errorOf, transportTo } from './quick.ts';
import { httpServer, listening } from './servers.ts';

const hasOpenssl = requireTool('openssl');

describe.skipIf(!hasOpenssl)('a certificate that is not trusted', () => {
  const untrusted = async () => {
    let connections = 0;
    let requests = 0;
    const server = createTlsServer(selfSigned('IP:127.0.0.1'), (_, response) => {
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
    const error = await errorOf(transportTo(server.url).send(operation));
    expect(error).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/is not trusted: it has signed itself$/),
      hint: { command: ['config', 'set', 'ca-file', 'FILE'] },
    });
    expect(server.connections()).toBe(1);
    expect(server.requests()).toBe(0);
  });
});

// The names of the ways in which a certificate fails; a live server of each would need a calendar of its own.
test.each([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])('%s is not to be tried again: a script would try it for ever', (code) => {
  const reached = { host: 'clinic.example', loopback: false, started: false, sentAll: false, answered: false };
  const { error, retry } = failureOf(Object.assign(new Error('no'), { code }), reached);
  expect([error.exit, error.with({ message: 'told again' }).exit, retry]).toEqual([6, 6, false]);
  const told = JSON.parse(describeError(error, { json: true, debug: false }));
  expect(told.error).toMatchObject({ code: 'network', retryable: false, exit: 6 });
});

test('TLS to a server that speaks none says so', async () => {
  const plain = await httpServer((_, response) => response.end('{}'));
  const transport = transportTo(plain.url.replace('http:', 'https:'));
  const error = await errorOf(transport.send(aChange()));
  expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('does not speak TLS') });
  expect(transport.tries()).toBe(1);
});
