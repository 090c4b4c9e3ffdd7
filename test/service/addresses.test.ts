import { expect, test } from 'vitest';
import {
  addressesForOthers,
  allowedHosts,
  localName,
  localUrl,
  proxyWarning,
  publicUrlWarning,
} from '../../src/service/addresses.ts';
import { requireTool } from '../support/require-tool.ts';
import { selfSigned } from '../support/self-signed.ts';

const PUBLIC = 'https://recon.test:4747';

test.runIf(requireTool('openssl')).each([
  ['IP:127.0.0.1,DNS:recon.test', '0.0.0.0', undefined, '127.0.0.1'],
  ['IP:0:0:0:0:0:0:0:1', '::', undefined, '[::1]'],
  ['IP:10.0.0.7', '10.0.0.7', undefined, '10.0.0.7'],
  ['DNS:recon.test', '0.0.0.0', undefined, 'recon.test'],
  ['DNS:other.test,DNS:recon.test', '0.0.0.0', PUBLIC, 'recon.test'],
  ['DNS:*.clinic.test', '0.0.0.0', 'https://recon.clinic.test', 'recon.clinic.test'],
  ['DNS:recon.test,DNS:localhost', '127.0.0.1', PUBLIC, 'localhost'],
  ['DNS:*.clinic.test', '0.0.0.0', undefined, '127.0.0.1'],
])('with a certificate for %s, listening on %s with --public-url %s, it is reached as %s', (names, host, url, name) => {
  const listening = { host, ...(url !== undefined && { publicUrl: url }), tls: selfSigned(names) };
  expect(localUrl(listening, 4747)).toBe(`https://${name}:4747`);
});

test.runIf(requireTool('openssl'))('a certificate for another name is told, and its names are answered', () => {
  const listening = { host: '0.0.0.0', tls: selfSigned('DNS:Recon.test,IP:10.0.0.7') };
  expect(localName(listening)).toEqual({
    ...{ name: 'recon.test', usual: '127.0.0.1' },
    certified: ['recon.test', '10.0.0.7'],
  });
  expect(allowedHosts(listening)).toEqual(expect.arrayContaining(['127.0.0.1', 'recon.test', '10.0.0.7']));
  const fitting = { host: '0.0.0.0', tls: selfSigned('IP:127.0.0.1') };
  expect(localName(fitting)).toEqual({ name: '127.0.0.1', usual: '127.0.0.1' });
});

test.runIf(requireTool('openssl')).each([
  ['IP:127.0.0.1,DNS:localhost,DNS:recon.test,IP:10.0.0.7', '0.0.0.0', undefined, ['recon.test:4747', '10.0.0.7:4747']],
  ['IP:127.0.0.1,DNS:localhost', '0.0.0.0', undefined, []],
  ['DNS:recon.test', '0.0.0.0', PUBLIC, ['recon.test:4747']],
  ['DNS:recon.test', '127.0.0.1', undefined, undefined],
])('with a certificate for %s, listening on %s with --public-url %s, others reach it at %j', (names, host, url, at) => {
  const listening = { host, ...(url !== undefined && { publicUrl: url }), tls: selfSigned(names) };
  expect(addressesForOthers(listening, 4747)).toEqual(at?.map((one) => `https://${one}`));
});

test('a public URL of this machine is none for others', () => {
  expect(addressesForOthers({ host: '127.0.0.1', publicUrl: 'https://localhost:8443' }, 4747)).toBeUndefined();
  expect(addressesForOthers({ host: '127.0.0.1', publicUrl: PUBLIC }, 4747)).toEqual([PUBLIC]);
});

test('plain http on all addresses beside a proxy is told, and behind one on this machine it is not', () => {
  expect(proxyWarning({ host: '0.0.0.0', publicUrl: PUBLIC })).toMatch(/plain http .* 0\.0\.0\.0 .* leave out --host/);
  expect(proxyWarning({ host: '127.0.0.1', publicUrl: PUBLIC })).not.toContain('plain http');
});

test('a proxy before this machine that is not believed is told, as the audit then has its address', () => {
  const host = '127.0.0.1';
  expect(proxyWarning({ host, publicUrl: PUBLIC })).toMatch(/audit has the proxy’s address .* --behind-proxy loopback/);
  expect(proxyWarning({ host, publicUrl: 'https://localhost:8443' })).toContain('--behind-proxy');
  expect(proxyWarning({ host, publicUrl: PUBLIC, isProxy: () => true })).toBeUndefined();
  expect(proxyWarning({ host, publicUrl: 'http://localhost:4747' })).toBeUndefined();
  expect(proxyWarning({ host })).toBeUndefined();
  expect(proxyWarning({ host: '0.0.0.0', publicUrl: PUBLIC })).not.toContain('--behind-proxy');
});

test.each(['https://localhost', 'https://127.0.0.1:8443', 'https://[::1]'])(
  'a start with --public-url %s says that nobody else reaches it',
  (publicUrl) => {
    expect(publicUrlWarning({ publicUrl })).toMatch(
      `${publicUrl} is this machine alone: no other machine and no phone`,
    );
  },
);

test('of a public URL that others reach, nothing is said', () => {
  expect(publicUrlWarning({ publicUrl: PUBLIC })).toBeUndefined();
  expect(publicUrlWarning({})).toBeUndefined();
});
