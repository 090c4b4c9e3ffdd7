import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ada Present' } });
});
afterAll(() => service.close());
/** Whatever came before: the service answers, and nothing in it broke. */
afterEach(async () => {
  expect((await service.list('?name=present')).meta.total_entries).toBe(1);
  expect(service.log).toEqual([]);
});

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends bytes as they are and reads until the service ends the connection. */
function sendRaw(request: string | Uint8Array): Promise<RawAnswer> {
  const { port, hostname } = new URL(service.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]), head, body });
    });
    // Ending our side would be taken for leaving; the service ends the connection, as asked.
    socket.write(request);
  });
}

const head = (method: string, path: string, headers: Record<string, string | number> = {}) =>
  [
    `${method} ${path} HTTP/1.1`,
    `host: ${new URL(service.url).host}`,
    `authorization: Bearer ${service.token}`,
    'connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

function post(
  body: string | Buffer,
  contentType = 'multipart/form-data; boundary=x',
  headers = {},
): Promise<RawAnswer> {
  const bytes = Buffer.from(body as string, 'utf8');
  const start = head('POST', '/patients', { 'content-type': contentType, 'content-length': bytes.length, ...headers });
  return sendRaw(Buffer.concat([Buffer.from(start), bytes]));
}

const part = (disposition: string, value = 'v', more = '') =>
  `--x\r\ncontent-disposition: ${disposition}\r\n${more}\r\n${value}\r\n`;
const named = (name: string, value = 'v') => part(`form-data; name="${name}"`, value);
const end = '--x--\r\n';

function expectProblem({ status, head: lines, body }: RawAnswer, expected: number): void {
  expect([status, body.slice(0, 300)]).toEqual([expected, expect.stringMatching(/^\{"type":"about:blank",/)]);
  expect(lines).toMatch(/content-type: application\/problem\+json/i);
}

describe('a body that is no form', () => {
  test.each<[string, string, string, number]>([
    ['no boundary in the type', named('patient[name]') + end, 'multipart/form-data', 400],
    ['an empty boundary', named('patient[name]') + end, 'multipart/form-data; boundary=', 400],
    ['another boundary', named('patient[name]') + end, 'multipart/form-data; boundary=y', 400],
    ['a boundary of 5000 characters', '', `multipart/form-data; boundary=${'b'.repeat(5000)}`, 400],
    ['no end', named('patient[name]'), 'multipart/form-data; boundary=x', 400],
    ['only blanks', '\r\n\r\n\r\n', 'multipart/form-data; boundary=x', 400],
    ['a part cut in its headers', '--x\r\ncontent-dispo', 'multipart/form-data; boundary=x', 400],
    [
      'a file cut in its middle',
      part('form-data; name="reconstruction[front]"; filename="a"', 'abc').slice(0, -3),
      'multipart/form-data; boundary=x',
      400,
    ],
    ['a name that every object has', named('__proto__') + end, 'multipart/form-data; boundary=x', 400],
    ['another such name', named('constructor') + end, 'multipart/form-data; boundary=x', 400],
    ['JSON', '{"patient":{"name":"x"}}', 'application/json', 415],
    ['XML', '<x/>', 'text/xml', 415],
    ['multipart of another kind', named('patient[name]') + end, 'multipart/mixed; boundary=x', 415],
    ['a type that is none', named('patient[name]') + end, ';;;', 415],
  ])('%s', async (_what, body, contentType, status) => {
    expectProblem(await post(body, contentType), status);
  });
});

describe('odd fields', () => {
  test.each<[string, string]>([
    ['a prototype inside', named('patient[__proto__]')],
    ['a constructor inside', named('patient[constructor]')],
    ['no name', part('form-data', 'v')],
    ['a name of 10 KB', named('n'.repeat(10_000))],
    ['brackets in brackets', named('patient[name][first]')],
    ['five thousand brackets', named(`a${'[a]'.repeat(1000)}`)],
    ['an empty name', named('')],
    ['a list', named('patient[name][]')],
    ['another case', named('Patient[Name]')],
    ['a field of an answer', named('patient[height]', '170') + named('patient[id]', '7')],
    ['an owner', named('patient[owner_id]', '2')],
    ['the same twice', named('patient[name]', 'a') + named('patient[name]', 'b')],
    ['a photo as text', named('reconstruction[front]', 'abc') + named('reconstruction[type]', 'face')],
    ['a text as a file', part('form-data; name="patient[name]"; filename="n.txt"', 'Ada')],
    ['a NUL', named('patient[name]', 'A\0da')],
    ['async that is neither', named('async', 'yes')],
  ])('%s: 422, and every field is named', async (_what, parts) => {
    const answer = await post(parts + end);
    expectProblem(answer, 422);
    expect(JSON.parse(answer.body).errors.length).toBeGreaterThan(0);
  });

  test.each<[string, string | Buffer, string]>([
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['SQL', "'); DROP TABLE patients; --", "'); DROP TABLE patients; --"],
    ['a template', '{{1+1}} <%= 1 %> %s %n', '{{1+1}} <%= 1 %> %s %n'],
    ['control characters', 'a\u0001\u001b[31mb', 'a\u0001\u001b[31mb'],
    ['a change of direction', '\u202eevil', '\u202eevil'],
    ['emoji of several parts', '👩🏽‍⚕️👨‍👩‍👧', '👩🏽‍⚕️👨‍👩‍👧'],
    ['line breaks', 'a\r\nb\nc', 'a\r\nb\nc'],
    ['what looks like a boundary', '--y--', '--y--'],
    ['blanks', '   ', '   '],
    ['nothing', '', ''],
  ])('%s comes back as it was sent', async (_what, value, expected) => {
    const start = Buffer.from('--x\r\ncontent-disposition: form-data; name="patient[city]"\r\n\r\n');
    const { status, body } = await post(
      Buffer.concat([start, Buffer.from(value as string), Buffer.from(`\r\n${end}`)]),
    );
    expect(status).toBe(201);
    expect(JSON.parse(Buffer.from(body, 'latin1').toString()).patient.city).toBe(expected);
  });
});

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => named(`f${index}`)).join('') + end;
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => part(`form-data; name="f${index}"; filename="f"`)).join('') + end;

  test.each<[string, () => string, number]>([
    ['a field of 8 KB', () => named('patient[name]', 'n'.repeat(8191)) + end, 201],
    ['a field over 8 KB', () => named('patient[name]', 'n'.repeat(8193)) + end, 413],
    ['40 fields', () => many(40), 422],
    ['41 fields', () => many(41), 413],
    ['8 files', () => files(8), 422],
    ['9 files', () => files(9), 413],
  ])('%s', async (_what, body, status) => {
    const answer = await post(body());
    expect(answer.status).toBe(status);
    if (status !== 201) expectProblem(answer, status);
  });

  test('a body declared larger than 200 MB is refused before it is read', async () => {
    const start = head('POST', '/patients', {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 200_000_001,
    });
    expectProblem(await sendRaw(start), 413);
  });
});

describe('odd requests', () => {
  const get = (path: string, headers = {}) => sendRaw(head('GET', path, headers));

  test.each<[string, string, number]>([
    ['a broken escape', '/patients/%', 400],
    ['an escape of no UTF-8', '/patients/%ff', 400],
    ['a double slash', '//patients', 404],
    ['a way up', '/patients/../patients/1', 404],
    ['an escaped slash', '/patients/1%2fdownload', 404],
    ['a slash at the end', '/patients/', 404],
    ['another case', '/PATIENTS', 404],
    ['a semicolon', '/patients;x=1', 404],
    ['a long path', `/patients/${'9'.repeat(5000)}`, 404],
    ['page 0', '/patients?page=0', 422],
    ['page -1', '/patients?page=-1', 422],
    ['page 1e3', '/patients?page=1e3', 422],
    ['101 per page', '/patients?per_page=101', 422],
    ['an empty page', '/patients?page=', 422],
    ['two pages', '/patients?page=1&page=2', 422],
    ['an id of letters', '/patients?id=abc', 422],
    ['an id by name', '/patients?id[a]=1', 422],
    ['a huge id', `/patients?id=${'9'.repeat(30)}`, 200],
    ['a thousand and one ids', `/patients?${'id[]=1&'.repeat(1001)}`, 422],
    ['a name twice', '/patients?name=a&name=b', 422],
    ['a name of no UTF-8', '/patients?name=%ff', 200],
    ['a name with NUL', '/patients?name=%00', 422],
    ['a name of wildcards', '/patients?name=%25%5f%5c', 200],
    ['a prototype', '/patients?__proto__=1&constructor=2', 422],
    ['a far page', '/patients?page=999999999', 200],
  ])('%s', async (_what, path, status) => {
    const answer = await get(path);
    expect(answer.status).toBe(status);
    if (status !== 200) expectProblem(answer, status);
  });

  test.each(['PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND', 'PUT', 'DELETE'])(
    '%s /patients is 405',
    async (method) => {
      const answer = await sendRaw(head(method, '/patients'));
      expect(answer.status).toBe(405);
      expect(answer.head).toMatch(/^allow: GET, POST$/im);
    },
  );

  test.each<[string, Record<string, string>, number]>([
    ['a key with blanks', { 'idempotency-key': 'a b' }, 400],
    ['a key of 256 characters', { 'idempotency-key': 'k'.repeat(256) }, 400],
    ['an expectation', { expect: '100-continue' }, 201],
    ['an expectation of nothing known', { expect: 'a miracle' }, 201],
    ['a compressed body', { 'content-encoding': 'gzip' }, 201],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['no origin worth the name', { origin: 'null' }, 403],
    ['an origin that is none', { origin: '%%%' }, 403],
    ['another method by header', { 'x-http-method-override': 'DELETE' }, 201],
    ['another address by header', { 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '1.2.3.4' }, 201],
  ])('%s', async (_what, headers, status) => {
    const answer = await post(named('patient[city]') + end, undefined, headers);
    const last = `${answer.head}\r\n\r\n${answer.body}`;
    expect(last).toMatch(new RegExp(`HTTP/1.1 ${status} `));
    expect(last).not.toContain('evil.example');
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', '', '[::1', 'a b', '127.0.0.1@evil.example'])(
    'under the host name %j nothing is answered',
    async (host) => {
      const raw = head('GET', '/patients').replace(/^host: [^\r]*/m, `host: ${host}`);
      const { status, body } = await sendRaw(raw);
      expect([400, 403]).toContain(status);
      expect(body).not.toContain('Ada');
    },
  );

  test('without a host, and with two, nothing is answered', async () => {
    const raw = head('GET', '/patients');
    for (const request of [
      raw.replace(/^host: [^\n]*\n/m, ''),
      raw.replace(/^(host: [^\n]*\n)/m, '$1host: evil.example\r\n'),
    ]) {
      const { status, body } = await sendRaw(request);
      expect([400, 403]).toContain(status);
      expect(body).not.toContain('Ada');
    }
  });

  test('two Authorization headers, and cookies, open nothing', async () => {
    const raw = head('GET', '/patients');
    const twice = raw.replace(/^(authorization: [^\n]*\n)/m, '$1authorization: Bearer other\r\n');
    expect((await sendRaw(twice)).status).toBe(400);
    const cookie = raw.replace(/^authorization: [^\n]*\n/m, `cookie: access_token=${service.token}\r\n`);
    expect((await sendRaw(cookie)).status).toBe(401);
  });

  test.each([
    ['a line that is none', 'GET\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01'],
    ['40 KB of headers', `GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(6000)}\r\n`],
  ])('%s ends the connection, not the service', async (_what, bytes) => {
    const { status, body } = await sendRaw(bytes);
    expect([400, 431]).toContain(status);
    expect(body).not.toContain('    at ');
  });

  test('two requests in one do not become one', async () => {
    const smuggled = `${head('POST', '/patients', { 'transfer-encoding': 'chunked', 'content-length': 5 })}0\r\n\r\nGET /patients HTTP/1.1\r\n\r\n`;
    expect((await sendRaw(smuggled)).status).toBe(400);
  });
});
