import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { TlsPair } from '../../src/service/tls-files.ts';
import { trustOf } from '../../src/service/trust.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';

async function portOf(pair: TlsPair): Promise<number> {
  const server: Server = createServer(pair);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test.runIf(requireTool('openssl'))(
  'a certificate that has signed itself is trusted by its own file alone',
  async () => {
    const [pair, other] = [selfSigned('DNS:recon.test'), selfSigned('DNS:recon.test')];
    const at = { host: '127.0.0.1', port: await portOf(pair) };
    expect(await trustOf(at, pair.cert)).toBe('by its file');
    // As one whose signer stands in no file that the service has.
    expect(await trustOf(at, other.cert)).toBe('by its signer');
  },
);

test('where nothing answers, nothing is said against the certificate', async () => {
  expect(await trustOf({ host: '127.0.0.1', port: 1 }, '')).toBe('as it is');
});
