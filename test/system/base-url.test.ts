import { expect, test } from 'vitest';
import { requireSafeAddress } from '../../src/service/addresses.ts';
import { isLoopback, isSamePlace, parseBaseUrl } from '../../src/system/base-url.ts';

test('an umlaut in a host stays no error however many addresses were read', () => {
  for (let time = 0; time < 20_000; time += 1) parseBaseUrl('https://klinik-münchen.example');
  expect(parseBaseUrl('https://klinik-münchen.example')).toMatchObject({
    origin: 'https://xn--klinik-mnchen-3ob.example',
  });
});

test.each([
  ['https://clinic.example', 'https://clinic.example', 'https://clinic.example'],
  ['https://clinic.example/', 'https://clinic.example', 'https://clinic.example'],
  ['https://Clinic.Example:443/api/v1//', 'https://clinic.example/api/v1', 'https://clinic.example'],
  ['https://clinic.example:8443', 'https://clinic.example:8443', 'https://clinic.example:8443'],
  ['http://127.0.0.1:4747', 'http://127.0.0.1:4747', 'http://127.0.0.1:4747'],
  ['http://localhost:4747/', 'http://localhost:4747', 'http://localhost:4747'],
  ['http://[::1]:4747', 'http://[::1]:4747', 'http://[::1]:4747'],
  ['https://klinik-münchen.example', 'https://xn--klinik-mnchen-3ob.example', 'https://xn--klinik-mnchen-3ob.example'],
])('the base URL %s', (text, expected, origin) => {
  expect(parseBaseUrl(text)).toEqual({ text: expected, origin });
});

test.each([
  ['clinic.example', 'is not a URL'],
  ['', 'is not a URL'],
  ['ftp://clinic.example', 'should begin with https://'],
  ['file:///etc/passwd', 'should begin with https://'],
  ['http://clinic.example', 'plain http is for services on this machine only'],
  ['http://127.0.0.1.evil.example', 'plain http'],
  ['http://localhost.evil.example', 'plain http'],
  ['http://10.0.0.1', 'plain http'],
  ['https://clinic.example@evil.example', 'user name'],
  ['https://@evil.example', 'user name'],
  ['https://ana:secret@clinic.example', 'user name'],
  ['https:\\\\clinic.example@evil.example', 'user name'],
  ['https://clinic.example/?access_token=x', 'must end after its path'],
  ['https://clinic.example/#x', 'must end after its path'],
  ['https://clinic.example?', 'must end after its path'],
])('the base URL %j is refused: %s', (text, problem) => {
  expect(parseBaseUrl(text)).toMatchObject({ problem: expect.stringContaining(problem) });
});

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

test.each([
  ['https://localhost:4747', true],
  ['https://[::1]:4747', true],
  ['http://localhost:4747', false],
  ['https://localhost:4748', false],
  ['https://clinic.example:4747', false],
  [undefined, false],
])('%s is the service at https://127.0.0.1:4747: %s', (url, isSo) => {
  expect(isSamePlace(url, 'https://127.0.0.1:4747')).toBe(isSo);
});
