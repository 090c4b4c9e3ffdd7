import fastify from 'fastify';
import { expect, test } from 'vitest';
import { addForwardedCheck } from '../../../../src/service/routes/guard/forwarded.ts';
import { parseAddressRanges } from '../../../../src/system/address-ranges.ts';

const PROXY = '192.0.2.1';

async function clientBehind(told: string | undefined): Promise<string> {
  const app = fastify({ trustProxy: parseAddressRanges(`${PROXY},loopback`)! });
  addForwardedCheck(app);
  app.get('/', (request) => request.ip);
  const headers = told === undefined ? {} : { 'x-forwarded-for': told };
  return (await app.inject({ url: '/', remoteAddress: PROXY, headers })).body;
}

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:5555', '198.51.100.7'],
  ['[2001:db8::1]:5555', '2001:db8::1'],
  ['<script>, 198.51.100.7', '198.51.100.7'],
])('%j behind a proxy is asked by %s', async (told, client) => {
  expect(await clientBehind(told)).toBe(client);
});

test.each([
  '<script>',
  '=HYPERLINK("x")',
  'A'.repeat(3000),
  '<script>, 127.0.0.1',
  '198.51.100.7, x',
  '',
  '\u009b31mred',
])('what is no address is never taken for who asks: %j', async (told) => {
  expect(['127.0.0.1', PROXY]).toContain(await clientBehind(told));
});

test('without a word of the proxy, the proxy asks', async () => {
  expect(await clientBehind(undefined)).toBe(PROXY);
});
