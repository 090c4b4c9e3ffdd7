import { createServer as createTlsServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';
import { aChange, aRead, failureOf, transportTo } from './quick.ts';
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
    const error = await failureOf(transportTo(server.url).send(operation));
    expect(error).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/is not trusted: it has signed itself$/),
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
