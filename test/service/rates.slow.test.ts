import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { LIMITS } from '../../src/service/request-limits.ts';
import { startService } from '../../src/service/start.ts';
import { parseAddressRanges } from '../../src/system/address-ranges.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { postgresPrograms } from '../support/postgres.ts';
import { openService, type TestService, workerNamed } from '../support/running-service.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openSharedPlaces } from '../support/test-places.ts';

let service: TestService;
async function begin(options: Parameters<typeof openService>[0] = {}): Promise<void> {
  service = await openService(options);
  onTestFinished(() => service.close());
}

const wrongToken = () => `rcn_${randomBytes(32).toString('base64url')}`;
const secret = () => randomBytes(32).toString('base64url');
const from = (address: string) => ({ 'x-forwarded-for': address });
const statusOf = async (answer: Promise<Response>) => (await answer).status;

async function times<T>(count: number, ask: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let time = 0; time < count; time++) all.push(await ask());
  return all;
}

const listWith = (token: string | null, headers: Record<string, string> = {}) =>
  service.send('GET', '/patients', { token, headers });
const open = (given: string, headers: Record<string, string> = {}) =>
  service.send('GET', `/invitations/${given}`, { token: null, headers });

async function invitation(): Promise<string> {
  const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Sample' } });
  const answer = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`);
  return new URL(((await answer.json()) as { invitation_url: string }).invitation_url).pathname.split('/').at(-1)!;
}

test('the 41st wrong token of a minute is 429 and says when to come again; the right one goes on', {
  timeout: 60_000,
}, async () => {
  await begin();
  expect(await times(40, () => statusOf(listWith(wrongToken())))).toEqual(Array(40).fill(401));
  const refused = await listWith(wrongToken());
  expect(refused.status).toBe(429);
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect(await refused.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(await times(50, () => statusOf(listWith(service.token)))).toEqual(Array(50).fill(200));
  // A request without a token guesses nothing.
  expect(await statusOf(listWith(null))).toBe(401);
  expect(await statusOf(service.send('GET', `/patients?access_token=${wrongToken()}`, { token: null }))).toBe(429);
});

test('the 11th guessed invitation of a minute is 429, a page; the right one goes on', async () => {
  await begin();
  const right = await invitation();
  expect(await times(10, () => statusOf(open(secret())))).toEqual(Array(10).fill(404));
  const refused = await open(secret());
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect(await refused.text()).toContain('Please wait a minute');
  const sent = await service.send('POST', `/invitations/${secret()}`, { token: null, form: {} });
  expect(sent.status).toBe(429);
  expect(await times(20, () => statusOf(open(right)))).toEqual(Array(20).fill(200));
  expect(await statusOf(listWith(wrongToken()))).toBe(401);
});

test('each client behind a believed proxy is counted by itself', async () => {
  const isProxy = parseAddressRanges('loopback')!;
  await begin({ isProxy, publicUrl: 'http://localhost:1' });
  await times(41, () => listWith(wrongToken(), from('203.0.113.1')));
  expect(await statusOf(listWith(wrongToken(), from('203.0.113.1')))).toBe(429);
  expect(await statusOf(listWith(wrongToken(), from('203.0.113.2')))).toBe(401);
  expect(await statusOf(listWith(service.token, from('203.0.113.1')))).toBe(200);
  // What the client wrote before the proxy added its address does not count, nor does what is no address.
  expect(await statusOf(listWith(wrongToken(), from('198.51.100.1, 203.0.113.1')))).toBe(429);
  expect(await statusOf(listWith(wrongToken(), from('198.51.100.1, 203.0.113.1, 127.0.0.1')))).toBe(429);
  await times(40, () => listWith(wrongToken(), from('no-address')));
  expect(await statusOf(listWith(wrongToken()))).toBe(429);
  // A household has a whole range of IPv6 addresses.
  await times(40, () => listWith(wrongToken(), from(`2001:db8:1:2::${randomBytes(2).toString('hex')}`)));
  expect(await statusOf(listWith(wrongToken(), from('2001:db8:1:2:ffff::1')))).toBe(429);
  expect(await statusOf(listWith(wrongToken(), from('2001:db8:1:3::1')))).toBe(401);
});

test('an address that nobody vouches for changes nothing', async () => {
  await begin();
  let client = 0;
  const seen = await times(41, () => statusOf(listWith(wrongToken(), from(`203.0.113.${++client}`))));
  expect(seen.at(-1)).toBe(429);
});

test.skipIf(postgresPrograms() === undefined)('the count holds across processes on one database', async () => {
  const folder = tempFolder();
  const { places, drop } = await openSharedPlaces(folder);
  onTestFinished(drop);
  const accounts = await openAccounts(places);
  const { token } = await accounts.add('main');
  await accounts.close();
  const decoderUrl = await decoderProgram();
  const start = async (name: string) => {
    const options = { host: '127.0.0.1', port: 0, workerUrl: workerNamed('quick'), decoderUrl, clock: systemClock };
    const api = await startService({ ...places, dataFolder: `${folder}/${name}`, withoutWorker: true, ...options });
    onTestFinished(() => api.stop(0));
    return api;
  };
  const apis = [await start('one'), await start('two')];
  const ask = (index: number, bearer: string) =>
    fetch(`${apis[index % 2]!.url}/patients`, { headers: { authorization: `Bearer ${bearer}` } });
  const seen = await Promise.all(Array.from({ length: 60 }, (_, index) => statusOf(ask(index, wrongToken()))));
  expect(seen.filter((status) => status === 401)).toHaveLength(LIMITS.guesses.tokens);
  expect(seen.filter((status) => status === 429)).toHaveLength(60 - LIMITS.guesses.tokens);
  const last = await ask(1, wrongToken());
  expect([last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect([await statusOf(ask(0, token)), await statusOf(ask(1, token))]).toEqual([200, 200]);
});

describe('all requests', () => {
  const requests = { perAddress: 30, perAccount: 20 };

  test('of one account are limited, and those of another account go on', async () => {
    await begin({ requests });
    const accounts = await openAccounts(service.places);
    const { token: other } = await accounts.add('other');
    await accounts.close();
    expect(await times(20, () => statusOf(listWith(service.token)))).toEqual(Array(20).fill(200));
    const refused = await listWith(service.token);
    const seconds = Number(refused.headers.get('retry-after'));
    expect([refused.status, seconds > 0, seconds <= 10]).toEqual([429, true, true]);
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      detail: 'too many requests come from this account',
    });
    expect(await statusOf(listWith(other))).toBe(200);
  });

  test('of one address are limited, before a token is looked for; probes never', async () => {
    await begin({ requests, isProxy: parseAddressRanges('loopback')!, publicUrl: 'http://localhost:1' });
    const statuses = await times(31, () => statusOf(listWith(null, from('203.0.113.1'))));
    expect(statuses).toEqual([...Array(30).fill(401), 429]);
    expect(await statusOf(listWith(service.token, from('203.0.113.1')))).toBe(429);
    expect(await statusOf(service.send('GET', '/nothing', { headers: from('203.0.113.1') }))).toBe(429);
    expect(await statusOf(service.send('GET', '/healthz', { headers: from('203.0.113.1') }))).toBe(200);
    expect(await statusOf(listWith(service.token, from('203.0.113.2')))).toBe(200);
  });

  test('are limited where others can ask, and not where only this machine can', { timeout: 120_000 }, async () => {
    // However long they take, they come within the same 10 s.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { perAccount } = LIMITS.requests;
    const tooMany = async () => {
      const some = () => Promise.all(Array.from({ length: 50 }, () => statusOf(listWith(service.token))));
      return (await times(perAccount / 50 + 1, some)).flat().at(-1);
    };
    await begin();
    expect(await tooMany()).toBe(200);
    await service.restart({ publicUrl: 'http://localhost:1' });
    expect(await tooMany()).toBe(429);
  });
});
