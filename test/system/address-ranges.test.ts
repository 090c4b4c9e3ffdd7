import { expect, test } from 'vitest';
import { isOfPrivateNetwork, isOfStrangers, parseAddressRanges } from '../../src/system/address-ranges.ts';

test.each([
  ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['128.0.0.1', '::2', 'localhost', '', 'junk']],
  ['10.0.0.7', ['10.0.0.7', '::ffff:10.0.0.7', '::FFFF:10.0.0.7'], ['10.0.0.8', '10.0.0.70', '10.0.0.7:80']],
  ['10.0.0.7, 192.168.1.0/24', ['10.0.0.7', '192.168.1.200'], ['192.168.2.1', '127.0.0.1']],
  ['0.0.0.0/0', ['203.0.113.9'], ['2001:db8::1']],
  ['2001:db8::/32,loopback', ['2001:db8:ffff::1', '127.0.0.1'], ['2001:db9::1']],
])('%s', (text, inside, outside) => {
  const isIn = parseAddressRanges(text)!;
  for (const address of inside) expect([address, isIn(address)]).toEqual([address, true]);
  for (const address of outside) expect([address, isIn(address)]).toEqual([address, false]);
});

test.each([
  '',
  'localhost',
  '10.0.0',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  'loopback,',
  '1.2.3.4/-1',
  '::1/1e1',
])('%j is none', (text) => expect(parseAddressRanges(text)).toBe(undefined));

test.each([
  ['0.0.0.0/0', true],
  ['loopback, ::/0', true],
  ['128.0.0.0/1', true],
  ['10.0.0.0/8,fc00::/7,loopback', false],
  ['192.0.2.7', false],
])('%s holds addresses of anybody: %s', (text, isSo) => {
  expect(isOfStrangers(text)).toBe(isSo);
});

test.each([
  ['10.0.0.7', true],
  ['192.168.1.20', true],
  ['172.31.0.1', true],
  ['172.32.0.1', false],
  ['[fd00::7]', true],
  ['[2001:db8::7]', false],
  ['desk1', true],
  ['recon.local', true],
  ['recon.clinic.example', false],
  ['local.example', false],
  ['203.0.113.9', false],
])('%s is reached from its own network alone: %s', (host, isPrivate) => {
  expect(isOfPrivateNetwork(host)).toBe(isPrivate);
});
