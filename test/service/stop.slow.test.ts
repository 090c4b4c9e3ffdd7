import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Store } from '../../src/service/domain/store.ts';
import { startQueue } from '../../src/service/queue/queue.ts';
import { startService } from '../../src/service/start.ts';
import { GENERATING } from '../../src/service/worker/limits.ts';
import type { Generating } from '../../src/service/worker/orders.ts';
import { ProcessPool } from '../../src/service/worker/process-pool.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openService, openStoreOf, type TestService, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';

let service: TestService;
beforeEach(async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
});
afterEach(() => service.close());

const create = async (isAsync: boolean) =>
  service.patient('POST', '/patients', { form: { ...(await mammoForm()), async: String(isAsync) } });
const total = async () => (await service.list()).meta.total_entries;

test('a synchronous create whose generation takes longer than a stop is answered as made, with processing', async () => {
  const answer = create(false);
  await expect.poll(total).toBe(1);
  await service.stop(200);
  expect(await answer).toMatchObject({ async: 'false', patient: { reconstructions: [{ status: 'processing' }] } });
  await service.restart({ workerUrl: workerNamed('quick') });
  await expect.poll(async () => (await service.list()).patients[0]!.reconstructions[0]!.status).toBe('has_3d');
});

/** A queue of its own on the data of a service that has stopped, with one job that nobody has tried. */
async function openQueue(worker: 'hang' | 'quick', readyAfterMs: number) {
  await create(true);
  await service.stop();
  const { store, close } = await openStoreOf(service);
  const generators = new ProcessPool<Generating>(workerNamed(worker), GENERATING);
  const rehearsal = { readyAfterMs, failRate: 0, concurrency: 1 };
  const queue = await startQueue({ store, generators, ...rehearsal });
  return { store, queue, generators, close };
}

const jobOf = ({ db }: Store) =>
  db.selectFrom('jobs').select(['state', 'attempt']).orderBy('id').executeTakeFirstOrThrow();

test('a job that is being taken when the service stops is given back untried', async () => {
  const { store, queue, close } = await openQueue('hang', 0);
  await queue.stop();
  expect(await jobOf(store)).toEqual({ state: 'queued', attempt: 0 });
  await close();
});

test('who waits for a generation is released at the stop, however long the processes take to end', async () => {
  await create(true);
  const { store, queue, generators, close } = await openQueue('hang', 0);
  await expect.poll(async () => (await jobOf(store)).state).toBe('running');
  const end = generators.end.bind(generators);
  let isOver = false;
  generators.end = async () => {
    await systemClock.sleep(500);
    await end();
    isOver = true;
  };
  // One is being made, the other waits for its turn.
  const released = [1, 2].map((id) => queue.ended(id).then(() => isOver));
  const stopped = queue.stop();
  expect(await Promise.all(released)).toEqual([false, false]);
  await stopped;
  expect(await jobOf(store)).toEqual({ state: 'queued', attempt: 0 });
  await close();
});

test('who comes to wait for a running generation while the service stops waits for it, not for nothing', async () => {
  const { store, queue, close } = await openQueue('quick', 1000);
  await expect.poll(async () => (await jobOf(store)).state).toBe('running');
  queue.drain();
  await queue.ended(1);
  expect(await jobOf(store)).toMatchObject({ state: 'done' });
  await queue.stop();
  await close();
});

test('who waits for a generation that has not begun gets it while the service stops; what nobody waits for stays', async () => {
  for (let i = 0; i < 2; i++) await create(true);
  const { store, queue, close } = await openQueue('quick', 1000);
  await expect.poll(async () => (await jobOf(store)).state).toBe('running');
  queue.drain();
  await queue.ended(3);
  const jobs = await store.db.selectFrom('jobs').select(['state', 'attempt']).orderBy('id').execute();
  expect(jobs.map(({ state }) => state)).toEqual(['done', 'queued', 'done']);
  expect(jobs[1]).toEqual({ state: 'queued', attempt: 0 });
  await queue.stop();
  await close();
});

const FORM = 'patient%5Bname%5D=Ana';

/** A create of which the last byte is still to come: it holds a stop up. */
async function beginCreate(): Promise<{ request: ClientRequest; answer: Promise<IncomingMessage> }> {
  const sent = request(`${service.url}/patients`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': FORM.length,
      expect: '100-continue',
    },
  });
  const answer = new Promise<IncomingMessage>((resolve, reject) =>
    sent.once('response', resolve).once('error', reject),
  );
  sent.flushHeaders();
  await new Promise((resolve) => sent.once('continue', resolve));
  sent.write(FORM.slice(0, -1));
  return { request: sent, answer };
}

const lastByte = FORM.slice(-1);

function openConnection(): Promise<Socket> {
  const { hostname, port } = new URL(service.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
  });
}

const GET = () =>
  `GET /patients HTTP/1.1\r\nhost: ${new URL(service.url).host}\r\nauthorization: Bearer ${service.token}\r\n\r\n`;

test('what is under way is answered and closed; what comes is refused with 503', async () => {
  const underWay = await beginCreate();
  const fresh = await openConnection();
  const idle = await openConnection();
  idle.write(GET());
  await new Promise((resolve) => idle.once('data', resolve));
  const idleClosed = new Promise((resolve) => idle.once('close', resolve));

  const stopped = service.stop();
  await idleClosed;
  expect((await service.send('GET', '/patients')).status).toBe(503);
  fresh.write(GET());
  const refusal = await text(fresh);
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/retry-after: \d+\r\n/i);
  expect(refusal).toMatch(/connection: close\r\n/i);
  expect(refusal).toContain('"code":"unavailable"');

  underWay.request.end(lastByte);
  const answer = await underWay.answer;
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
  expect(await text(answer)).toContain('"name":"Ana"');
  await stopped;
});

test('a probe was refused the connection as soon as a stop began', async () => {
  const underWay = await beginCreate();
  const stopped = service.stop();
  const probe = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`);
    return { status: answer.status, connection: answer.headers.get('connection'), said: await answer.text() };
  };
  for (let i = 0; i < 2; i++) {
    expect(await probe('/healthz')).toEqual({ status: 200, connection: 'close', said: '{"status":"ok"}' });
    const unready = { status: 503, connection: 'close', said: expect.stringContaining('the service is stopping') };
    expect(await probe('/readyz')).toEqual(unready);
    await systemClock.sleep(100);
  }
  underWay.request.end(lastByte);
  expect((await underWay.answer).statusCode).toBe(201);
  await stopped;
  await expect(probe('/healthz')).rejects.toThrow('fetch failed');
});

test('a request that does not end is cut when the time is over', async () => {
  const { answer } = await beginCreate();
  const cut = expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
  await service.stop(0);
  await cut;
});

test('a start that is stopped while it seeds does not go on to its end', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'recon-stop-'));
  const gone = new AbortController();
  const started = startService({
    dataFolder: join(dataFolder, 'data'),
    host: '127.0.0.1',
    port: 0,
    workerUrl: workerNamed('hang'),
    decoderUrl: await decoderProgram(),
    samplesFolder: join(import.meta.dirname, '../../samples'),
    seed: 3,
    clock: systemClock,
    signal: gone.signal,
  });
  setTimeout(() => gone.abort(new Error('stopped by hand')), 300);
  await expect(started).rejects.toThrow('stopped by hand');
  await rm(dataFolder, { recursive: true, force: true });
});
