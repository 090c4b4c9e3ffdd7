import { describe, expect, test } from 'vitest';
import {
  checkedBaseUrl,
  checkedToken,
  hideToken,
  requestHeaders,
  requestUrl,
  tracePath,
} from '../../src/http/request-parts.ts';
import { limitsOf } from '../../src/http/time-limits.ts';
import { aChange, aRead, formOf } from './quick.ts';

test('a base URL is checked, and keeps its path without a slash at its end', () => {
  expect(checkedBaseUrl('https://clinic.example/api/v1/').href).toBe('https://clinic.example/api/v1');
  expect(() => checkedBaseUrl('http://clinic.example')).toThrow(/^the base URL should begin with https/);
});

test.each<[string, string, [string, string][], string]>([
  ['https://a.example', '/patients', [], 'https://a.example/patients'],
  ['https://a.example/api/', '/patients', [['id', '7']], 'https://a.example/api/patients?id=7'],
  [
    'https://a.example',
    '/p',
    [
      ['id[]', '7'],
      ['id[]', '9'],
    ],
    'https://a.example/p?id[]=7&id[]=9',
  ],
  [
    'https://a.example',
    '/p',
    [['name', 'Ana & Bo=ü+/?#']],
    'https://a.example/p?name=Ana%20%26%20Bo%3D%C3%BC%2B%2F%3F%23',
  ],
  ['https://a.example', '//evil.example/p', [], 'https://a.example//evil.example/p'],
])('%s + %s', (base, path, query, expected) => {
  expect(requestUrl(checkedBaseUrl(base), path, query).href).toBe(expected);
});

test('a trace shows names of a query, never values', () => {
  expect(tracePath(new URL('https://a.example/patients?name=Ana&id[]=7&id[]=9'))).toBe(
    '/patients?name=…&id[]=…&id[]=…',
  );
});

describe('checkedToken', () => {
  test.each(['rcn_0123456789', 'a'.repeat(4096), '!"#$%&~~'])('%s can stand in a header', (token) => {
    expect(checkedToken(token)).toBe(token);
  });
  test.each([
    'tiny-77',
    '',
    'with space 123',
    'line\nbreak-123',
    'trailing-123\n',
    'nul\0nul-123',
    'ümlaut-12345',
    'a'.repeat(4097),
  ])('%j cannot, and is not repeated', (token) => {
    const refused = () => checkedToken(token);
    expect(refused).toThrow(/^the token (is|holds) /);
    expect(refused).not.toThrow(token);
  });
});

test('a token is hidden as it is and as a URL would spell it', () => {
  expect(hideToken('bad abc/def+1 and abc%2Fdef%2B1', 'abc/def+1')).toBe('bad (token hidden) and (token hidden)');
});

describe('requestHeaders', () => {
  const build = (own: Record<string, string>) =>
    requestHeaders({ own, token: 'rcn_12345678', userAgent: 'recon/1', accept: 'application/json' });

  test('own headers come along, ours stay ours', () => {
    expect(build({ 'X-Trace': 'a', Accept: 'text/plain' })).toEqual({
      accept: 'text/plain',
      'x-trace': 'a',
      'accept-encoding': 'identity',
      'user-agent': 'recon/1',
      authorization: 'Bearer rcn_12345678',
    });
  });
  test.each(['Authorization', 'Host', 'Content-Length', 'transfer-encoding', 'Accept-Encoding'])(
    '%s is refused',
    (name) => {
      expect(() => build({ [name]: 'x' })).toThrow(/is set by recon itself/);
    },
  );
  test.each([
    ['bad name', 'x'],
    ['', 'x'],
    ['x-a', 'two\r\nlines: 1'],
    ['x-a', 'ü'],
  ])('%j: %j is refused', (name, value) => {
    expect(() => build({ [name]: value })).toThrow(/header/);
  });
});

test.each([
  ['a read', aRead(), undefined, 30_000, 120_000],
  ['a change without photos', aChange(), undefined, 30_000, 120_000],
  ['a change with photos', aChange({ form: formOf(1) }), undefined, 240_000, 900_000],
  ['a read with a limit of one’s own', aRead(), 2000, 2000, 120_000],
  ['a patient limit of one’s own', aRead(), 100_000, 100_000, 400_000],
])('silence and whole time of %s', (_, operation, own, silenceMs, wholeMs) => {
  expect(limitsOf(operation, 'answer', own)).toMatchObject({ silenceMs, wholeMs, uploadStallMs: 30_000 });
});
