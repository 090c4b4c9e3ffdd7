import { describe, expect, test } from 'vitest';
import { idText, parseExact, stringifyExact } from '../../src/core/answer.ts';
import { failureOf } from '../http/quick.ts';
import { record } from './recorder.ts';

test.each([
  ['7', '7'],
  ['"7"', '7'],
  ['9007199254740993', '9007199254740993'],
  ['"00123"', '00123'],
  ['7.5', undefined],
  ['-7', undefined],
  ['"7x"', undefined],
  ['""', undefined],
  ['null', undefined],
  ['true', undefined],
  ['[7]', undefined],
  ['1e400', undefined],
])('the id in %s is %s', (json, expected) => {
  expect(idText(parseExact(json))).toBe(expected);
});

test.each(['{"id":9007199254740993}', '[1.2345678901234567890,-0.1,1e2]', '{"a":"\\u001b"}', '{"b":{"c":[]}}'])(
  '%s comes out as exact as it went in',
  (json) => {
    expect(JSON.parse(stringifyExact(parseExact(json)))).toEqual(JSON.parse(json));
    if (/\d{17}/.test(json)) expect(stringifyExact(parseExact(json))).toContain(/\d{17,}/.exec(json)![0]);
  },
);

describe('a call of one’s own', () => {
  test('goes below the base URL with its query, headers and form', async () => {
    const { client, requests } = await record('{}', { prefix: '/api' });
    await client.call({
      method: 'GET',
      path: 'patients?page=2&name=A%20B',
      query: [['id', '7']],
      headers: { 'X-A': 'b' },
    });
    await client.call({ method: 'POST', path: '/patients', form: [{ name: 'patient[name]', value: 'Ana' }] });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/patients?page=2&name=A%20B&id=7',
      'POST /api/patients',
    ]);
    expect(requests[0]!.headers['x-a']).toBe('b');
    expect(requests[1]!.parts[0]!.body.toString()).toBe('Ana');
  });

  test.each<[string, 'GET' | 'DELETE', string, number, string, number]>([
    ['a refused read', 'GET', '/patients/7', 404, 'not_found', 1],
    ['a failed read', 'GET', '/patients', 503, 'unavailable', 4],
    ['a failed change', 'DELETE', '/patients/7', 503, 'outcome_unknown', 1],
    ['a GET that makes something', 'GET', '/patients/7/invitation?reconstruction_type=face', 503, 'outcome_unknown', 1],
  ])('%s gives the answer and what it stands for', async (_, method, path, status, code, tries) => {
    const { client, requests } = await record(() => ({ status, body: 'sorry' }));
    const { answer, refusal } = await client.call({ method, path });
    expect(answer).toMatchObject({ status, text: 'sorry' });
    expect(refusal?.code).toBe(code);
    expect(requests).toHaveLength(tries);
  });

  test('a good answer has no refusal', async () => {
    const { client } = await record('{"x":1}');
    expect(await client.call({ method: 'GET', path: '/x' })).toMatchObject({ answer: { text: '{"x":1}' } });
  });

  test.each([
    ['https://other.example/patients', /path below the base URL/],
    ['/patients#x', /path below the base URL/],
    ['/patients?access_token=abc', /token does not belong in a URL/],
  ])('%s is refused before anything is sent', async (path, message) => {
    const { client, requests } = await record('{}');
    const error = await failureOf(client.call({ method: 'GET', path }));
    expect(error).toMatchObject({ code: 'usage', message: expect.stringMatching(message) });
    expect(requests).toHaveLength(0);
  });

  test('a path that looks like a host stays on ours', async () => {
    const { client, requests } = await record('{}');
    await client.call({ method: 'GET', path: '//other.example/patients' });
    expect(requests[0]!.url).toBe('//other.example/patients');
  });
});
