import { execFileSync } from 'node:child_process';
import { renameSync, statfsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Problem } from '../../src/contract/problem.ts';
import { backUp } from '../../src/service/backup/back-up.ts';
import { createStructuredLog } from '../../src/service/structured-log.ts';
import { auditEntries } from '../support/audit-entries.ts';
import { openService, openStoreOf, type TestService } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

const TOKEN = 'a-token-of-the-operator';

let service: TestService;
afterEach(() => service.close());

const get = (path: string, headers: Record<string, string> = {}) => service.send('GET', path, { token: null, headers });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('/healthz and /readyz', () => {
  test('need no token, say nothing, and leave no line in the audit', async () => {
    service = await openService();
    for (const [path, told] of [
      ['/healthz', { status: 'ok' }],
      ['/readyz', { status: 'ready', disk: 'ok' }],
    ] as const) {
      const answer = await get(path);
      expect([answer.status, await answer.json()]).toEqual([200, told]);
    }
    await get('/openapi.json');
    await service.stop();
    expect((await auditEntries(service)).map(({ operation }) => operation)).toEqual(['GET /openapi.json']);
  });

  test('a database that cannot be read is not ready, and still alive', async () => {
    service = await openService();
    const { store, close } = await openStoreOf(service);
    await sql`alter table settings rename to elsewhere`.execute(store.db);
    const answer = await get('/readyz');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
    expect((await get('/healthz')).status).toBe(200);
    await sql`alter table elsewhere rename to settings`.execute(store.db);
    await close();
    expect((await get('/readyz')).status).toBe(200);
  });
});

// Of a shared database and bucket the service does not see the disks.
if (!ARE_PLACES_SHARED) {
  test('a folder of files that is moved away is not ready, and ready again once it is back', async () => {
    service = await openService();
    const files = join(service.dataFolder, 'files');
    renameSync(files, `${files}.away`);
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
    renameSync(`${files}.away`, files);
    expect((await get('/readyz')).status).toBe(200);
  });

  describe.skipIf(!canMount())('a disk without room', () => {
    const onDisk = async (size: string) => {
      const disk = openSmallDisk(size);
      service = await openService({ dataFolder: join(disk.folder, 'data'), metricsToken: TOKEN });
      return disk;
    };
    const told = async () => {
      const answer = await get('/readyz');
      return [answer.status, ((await answer.json()) as { disk?: string }).disk];
    };

    test('is told while requests are answered: reads and deletions go on', async () => {
      const disk = await onDisk('260m');
      expect(await told()).toEqual([200, 'ok']);
      disk.fill('other', 100_000_000);
      expect(await told()).toEqual([200, 'short']);
      const text = await (await get('/metrics', bearer(TOKEN))).text();
      const [, free] = /^recon_disk_free_bytes (\d+)$/m.exec(text) ?? [];
      expect(Number(free)).toBeGreaterThan(100_000_000);
      expect(Number(free)).toBeLessThan(200_000_000);
      expect((await service.send('GET', '/patients')).status).toBe(200);
    });

    test('is told apart when it is full and changes are refused from when it is short and they are made', async () => {
      const disk = await onDisk('40m');
      expect(await told()).toEqual([200, 'short']);
      expect((await service.send('POST', '/patients')).status).toBe(201);
      const { bavail, bsize } = statfsSync(disk.folder);
      disk.fill('other', bavail * bsize);
      expect(await told()).toEqual([200, 'full']);
      // What the database has kept for itself is used up by a few changes.
      const statuses = new Set<number>();
      for (let count = 0; count < 200 && !statuses.has(503); count += 1) {
        statuses.add((await service.send('POST', '/patients')).status);
      }
      expect(statuses).toContain(503);
      expect(await told()).toEqual([200, 'full']);
    });

    test('is told where it can only be read', async () => {
      const { folder } = await onDisk('260m');
      // While the service has files open, the disk itself cannot be made so; another look at it can.
      execFileSync('mount', ['--bind', '-o', 'ro', folder, folder]);
      onTestFinished(() => void execFileSync('umount', ['-l', folder]));
      expect(await told()).toEqual([200, 'not-writable']);
    });
  });
}

describe('/metrics', () => {
  test('is not there without a token in the options', async () => {
    service = await openService();
    const [ours, nothing] = await Promise.all(['/metrics', '/nothing'].map((path) => service.problem('GET', path)));
    expect({ ...ours, request_id: '' }).toEqual({ ...nothing, request_id: '' });
  });

  test('is for that token alone: not for nobody, an account or a query', async () => {
    service = await openService({ metricsToken: TOKEN });
    const refused = await get('/metrics');
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('Authorization: Bearer TOKEN');
    expect((await get('/metrics', bearer(service.token))).status).toBe(401);
    expect((await get(`/metrics?access_token=${TOKEN}`)).status).toBe(401);
    expect((await get('/patients', bearer(TOKEN))).status).toBe(401);
    const answer = await get('/metrics', bearer(TOKEN));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    for (let guess = 0; guess < 40; guess++) await get('/metrics', bearer(`${TOKEN}${guess}`));
    expect((await get('/metrics', bearer('wrong'))).status).toBe(429);
    expect((await get('/metrics', bearer(TOKEN))).status).toBe(200);
  });

  test('tells requests by route, uploads and generations, and nothing of a patient', async () => {
    service = await openService({ metricsToken: TOKEN });
    const form = { 'patient[name]': 'Ana Unmistakable', 'patient[email]': 'ana@example.org', ...(await mammoForm()) };
    const { patient } = await service.patient('POST', '/patients', { form });
    await get('/patients/4711-secret?access_token=rcn_secret');
    await get('/nothing/secret-path');
    await service.send('GET', `/patients/${patient.id}`);
    const text = await (await get('/metrics', bearer(TOKEN))).text();
    expect(text).toContain('recon_request_seconds_count{method="POST",route="/patients",status="201"} 1');
    expect(text).toContain('recon_request_seconds_count{method="GET",route="/patients/:id",status="200"} 1');
    expect(text).toContain('recon_request_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).toContain('recon_uploads_under_way 0');
    for (const state of ['queued', 'running']) expect(text).toContain(`recon_jobs{state="${state}"} 0`);
    expect(text).toContain('recon_generations_total{outcome="ready"} 1');
    expect(text).toContain('recon_generations_total{outcome="failed"} 0');
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) expect(text).toContain(name);
    expect(text).not.toMatch(/Unmistakable|example\.org|secret|rcn_|main/);
  });
});

test('/metrics tells of the newest backup, and of one that failed', async () => {
  service = await openService({ metricsToken: TOKEN });
  const figure = async (name: string) => {
    const text = await (await get('/metrics', bearer(TOKEN))).text();
    return Number(new RegExp(`^recon_backup_${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  const figures = async () => [await figure('made_timestamp_seconds'), await figure('in_trouble')];
  expect(await figures()).toEqual([0, 0]);
  const backingUp = (to: string) =>
    backUp(service.places, { to, keep: 7, version: '0.0.0', signal: new AbortController().signal });
  const before = Date.now() / 1000;
  const to = join(tempFolder(), 'backup');
  expect(await backingUp(to)).toMatchObject({ isNoted: true });
  const [made, trouble] = await figures();
  expect([made! >= Math.floor(before), made! <= Date.now() / 1000, trouble]).toEqual([true, true, 0]);
  const file = join(tempFolder(), 'file');
  await writeFile(file, '');
  await expect(backingUp(join(file, 'folder'))).rejects.toMatchObject({ code: 'storage' });
  expect(await figures()).toEqual([made, 1]);
  await backingUp(to);
  expect(await figures()).toEqual([expect.any(Number), 0]);
});

describe('the log as JSON', () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  afterEach(() => lines.splice(0));

  test('has a line for each request, with its id and account, and no patient, path or token', async () => {
    service = await openService({ structuredLog: createStructuredLog((line) => sink.write(line)) });
    const form = { 'patient[name]': 'Ana Unmistakable', 'patient[phone]': '555 0100' };
    const made = await service.send('POST', '/patients', { form });
    await get('/patients?name=Unmistakable&access_token=rcn_secret');
    await get('/invitations/secret-of-a-patient');
    await get('/healthz');
    await expect.poll(() => lines.length).toBe(3);
    const [first, second, third] = entries();
    expect(first).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      pid: process.pid,
      requestId: made.headers.get('x-request-id'),
      method: 'POST',
      route: '/patients',
      status: 201,
      ms: expect.any(Number),
      account: 1,
      msg: 'answered',
    });
    expect(second).toMatchObject({
      level: 'warn',
      route: '/patients',
      status: 401,
      account: null,
      client: '127.0.0.1',
    });
    delete second!['client'];
    expect(third).toMatchObject({ route: '/invitations/:secret', status: 404 });
    expect(JSON.stringify([first, second, third])).not.toMatch(/Unmistakable|555 0100|secret-|rcn_|127\.0\.0\.1/);
  });

  test('a generation that failed was neither counted nor in the log', async () => {
    service = await openService({
      ...{ metricsToken: TOKEN, failRate: 1 },
      structuredLog: createStructuredLog((line) => sink.write(line)),
    });
    await service.patient('POST', '/patients', {
      form: { 'patient[name]': 'Ana Unmistakable', ...(await mammoForm()) },
    });
    const ended = entries().filter(({ msg }) => msg === 'generated');
    expect(ended).toEqual([
      { level: 'warn', time: expect.any(String), pid: process.pid, job: 1, outcome: 'failed', msg: 'generated' },
    ]);
    const text = await (await get('/metrics', bearer(TOKEN))).text();
    expect(text).toContain('recon_generations_total{outcome="failed"} 1');
    expect(lines.join('')).not.toContain('Unmistakable');
  });

  test('has a line for a 500, with the id that its reader quotes', async () => {
    service = await openService({ structuredLog: createStructuredLog((line) => sink.write(line)) });
    await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Unmistakable' } });
    const { store, close } = await openStoreOf(service);
    await sql`alter table patients rename to elsewhere`.execute(store.db);
    const answer = await service.send('GET', '/patients?name=Unmistakable');
    const problem = (await answer.json()) as Problem;
    await sql`alter table elsewhere rename to patients`.execute(store.db);
    await close();
    const failed = entries().find(({ msg }) => msg === 'failed');
    expect(failed).toMatchObject({
      level: 'error',
      requestId: problem.request_id,
      method: 'GET',
      route: '/patients',
      error: expect.stringMatching(/^\w+ \(\w+\)$/),
      at: expect.stringMatching(/:\d+:\d+\)?$/),
    });
    expect(lines.join('')).not.toMatch(/Unmistakable|no such table|does not exist/);
  });
});
