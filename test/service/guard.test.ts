import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../support/audit-entries.ts';
import { openService, type TestService } from '../support/running-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Unmistakable' } });
});
afterAll(() => service.close());

/** fetch sets Host and Origin itself, so these go by hand. */
function raw(method: string, path: string, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(service.url);
    const sending = httpRequest({ host: '127.0.0.1', port, method, path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += String(chunk);
      resolve({ status: response.statusCode!, text });
    });
    sending.on('error', reject).end();
  });
}
const bearer = () => ({ authorization: `Bearer ${service.token}` });

test('both ways of authentication work, the header in any case of its scheme', async () => {
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    const headers = { authorization: `${scheme} ${service.token}` };
    expect((await service.send('GET', '/patients', { token: null, headers })).status).toBe(200);
  }
  const path = `/patients?access_token=${service.token}`;
  expect((await service.send('GET', path, { token: null })).status).toBe(200);
  expect((await service.send('GET', path)).status).toBe(200);
});

test.each([
  ['no token', {}, '', 401],
  ['an empty header', { authorization: '' }, '', 401],
  ['a wrong token', { authorization: `Bearer rcn_${'x'.repeat(43)}` }, '', 401],
  ['two spaces', { authorization: 'Bearer  TOKEN' }, '', 401],
  ['another scheme', { authorization: 'Basic TOKEN' }, '', 401],
  ['another scheme beside a good query', { authorization: 'Basic TOKEN' }, '?access_token=TOKEN', 400],
  ['two different tokens', { authorization: 'Bearer TOKEN' }, '?access_token=other', 400],
  ['two query tokens', {}, '?access_token=TOKEN&access_token=TOKEN', 400],
  ['an empty query token', {}, '?access_token=', 401],
])('%s: %j %s is %i', async (_, headers, query, status) => {
  const real = (text: string) => text.replaceAll('TOKEN', service.token);
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, real(value)]));
  const answer = await service.send('GET', `/patients${real(query)}`, { token: null, headers: sent });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="recon"' : null);
  expect(await answer.text()).not.toContain(service.token);
});

test('a header given twice is 400', async () => {
  const { port } = new URL(service.url);
  const text = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      const line = `Authorization: Bearer ${service.token}\r\n`;
      socket.write(`GET /patients HTTP/1.1\r\nHost: 127.0.0.1\r\n${line}${line}Connection: close\r\n\r\n`);
    });
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.on('close', () => resolve(heard));
  });
  expect(text).toMatch(/^HTTP\/1.1 400 /);
});

test.each(['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST:1234'])('Host %s is answered', async (host) => {
  expect((await raw('GET', '/patients', { host, ...bearer() })).status).toBe(200);
});

test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', 'a b'])(
  'Host %j is not',
  async (host) => {
    for (const path of ['/patients', '/openapi.json', '/nothing']) {
      const { status, text } = await raw('GET', path, { host, ...bearer() });
      expect([400, 403]).toContain(status);
      expect(text).not.toContain('Unmistakable');
    }
  },
);

test('a page of another site can change nothing, whatever token it has', async () => {
  const { host } = new URL(service.url);
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost', 'file://', 'x']) {
    expect([origin, (await raw('POST', '/patients', { host, origin, ...bearer() })).status]).toEqual([origin, 403]);
    expect([origin, (await raw('DELETE', '/patients/1', { host, origin, ...bearer() })).status]).toEqual([origin, 403]);
  }
  expect((await raw('POST', '/patients', { host, origin: service.url, ...bearer() })).status).toBe(201);
  expect((await raw('GET', '/patients/1', { host, origin: 'https://evil.example', ...bearer() })).status).toBe(200);
});

test('every answer has the security headers, and none says what runs here', async () => {
  for (const path of [
    '/patients',
    '/patients/1',
    '/patients/999',
    '/nothing',
    '/openapi.json',
    '/images/1/x',
    '/patients/%',
  ]) {
    const { headers } = await service.send('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    for (const name of ['server', 'x-powered-by', 'set-cookie']) expect(headers.get(name)).toBeNull();
  }
});

test.each([
  ['GET', '/nothing'],
  ['GET', '/patients/1/nothing'],
  ['GET', '/patients/abc'],
  ['GET', '/patients/0x1'],
  ['GET', '/patients/1.0'],
  ['GET', '/patients/-1'],
  ['GET', '/patients/99999999999999999999999'],
  ['GET', `/patients/${'9'.repeat(400)}`],
  ['GET', '/patients/%00'],
  ['GET', '/patients/..%2f..%2fetc%2fpasswd'],
])('%s %s is a 404 problem with a request id', async (method, path) => {
  const answer = await service.send(method, path);
  const problem = (await answer.json()) as { request_id: string };
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found' });
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'));
});

test('an absent patient and one of another id form are answered alike', async () => {
  const answers = ['/patients/998', '/patients/abc'].map((path) => service.problem('GET', path));
  const [absent, odd] = (await Promise.all(answers)).map(({ request_id: _, ...rest }) => rest);
  expect(odd).toEqual(absent);
});

test.each(['/patients/%', '/%E0%A4%A', '/patients?name=%FF'])('%s is no 500', async (path) => {
  expect((await service.send('GET', path)).status).toBeLessThan(500);
});

test('bytes that are no HTTP get a 400 and nothing else happens', async () => {
  const { port } = new URL(service.url);
  const text = await new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('\x16\x03\x01 not http\r\n\r\n'));
    socket.on('data', (chunk) => {
      heard += String(chunk);
    });
    socket.on('close', () => resolve(heard));
  });
  expect(text).toMatch(/^HTTP\/1.1 400 /);
  expect((await service.send('GET', '/patients')).status).toBe(200);
});

test('a signed picture URL cannot be bent', async () => {
  for (const path of [
    '/images/1/x',
    '/images/1/x?expires=9999999999&signature=x',
    `/images/1/${'a'.repeat(32)}/thumb`,
  ]) {
    expect((await service.send('GET', path)).status).toBe(404);
  }
});

test('the audit has one line per request, with no name and no token in it', async () => {
  await service.send('GET', `/patients?name=Unmistakable&access_token=${service.token}`, { token: null });
  await service.send('PUT', '/patients/1', { form: { 'patient[name]': 'Unmistakable Too' } });
  await service.send('GET', '/patients/1', { token: 'rcn_wrong' });
  await expect.poll(async () => (await auditEntries(service)).at(-1)?.outcome).toBe(401);
  const lines = await auditEntries(service);
  const text = JSON.stringify(lines);
  expect(lines.at(-3)).toMatchObject({ account: 1, token: 1, operation: 'GET /patients', patient: null, outcome: 200 });
  expect(lines.at(-2)).toMatchObject({ account: 1, operation: 'PUT /patients/:id', patient: 1, outcome: 200 });
  expect(lines.at(-1)).toMatchObject({ account: null, token: null, operation: 'GET /patients/:id', outcome: 401 });
  expect(lines[0]).toMatchObject({ operation: 'POST /patients', patient: 1, outcome: 201, time: expect.any(String) });
  for (const secret of [service.token, 'Unmistakable', 'rcn_'])
    expect(text + service.log.join('\n')).not.toContain(secret);
});
