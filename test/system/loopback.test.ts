import { expect, test } from 'vitest';
import { requireSafeAddress } from '../../src/service/addresses.ts';
import { isLoopback, parseBaseUrl } from '../../src/system/base-url.ts';

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.8.9.1', true],
  ['[::1]', true],
  ['::1', true],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['localhost.example', false],
  ['127.example.com', false],
  ['127.0.0.1.evil.example', false],
])('%s is this machine: %s', (host, expected) => expect(isLoopback(host)).toBe(expected));

test('a name below .localhost, which some systems ask the network for, is this machine for nobody', () => {
  expect(isLoopback('clinic.localhost')).toBe(false);
  expect(parseBaseUrl('http://clinic.localhost')).toHaveProperty('problem');
  expect(() => requireSafeAddress({ host: 'clinic.localhost' })).toThrow(/reachable from other machines/);
});
