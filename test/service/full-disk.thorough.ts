import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { type Finding, wrong } from '../../src/contract/finding.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { lookAtService } from '../../src/service/doctor/look-at-service.ts';
import { putOffTypes } from '../../src/service/domain/reconstructions.ts';
import { openPlaces } from '../../src/service/open-places.ts';
import { openStore } from '../../src/service/open-store.ts';
import { auditEntries, verifiedAudit } from '../support/audit-entries.ts';
import { fileIdsIn } from '../support/data-folders.ts';
import { requireTool } from '../support/require-tool.ts';
import { openService, workerNamed } from '../support/running-service.ts';
import { faceForm } from '../support/service-forms.ts';
import { spawnService } from '../support/service-process.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';

const LOOK = { isThorough: false, signal: new AbortController().signal };

/** A service on a disk with two patients, one with photos; the disk is full to its last page. */
async function openFullService() {
  const disk = openSmallDisk('16m');
  const dataFolder = join(disk.folder, 'data');
  const service = await openService({ dataFolder });
  onTestFinished(() => service.close());
  const form = { 'patient[name]': 'Ana', ...(await faceForm()) };
  const { patient: ana } = await service.patient('POST', '/patients', { form });
  const { patient: ben } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ben' } });
  const fillUp = (name: string) => expect(() => disk.fill(name, 17 * 1024 * 1024)).toThrow('ENOSPC');
  fillUp('other');
  return { service, dataFolder, fillUp, ana, ben };
}

test.runIf(canMount())('a full disk can be read and deleted from, and refuses what needs room', async () => {
  const { service, dataFolder, ana, ben } = await openFullService();
  for (const form of [{ 'patient[name]': 'Cem' }, await faceForm(2)]) {
    const answer = await service.send('POST', '/patients', { form });
    expect(await answer.json()).toMatchObject({ status: 503, code: 'storage' });
    expect(answer.headers.get('recon-change')).toBe('not-made');
  }
  for (let count = 0; count < 40; count++) expect((await service.send('GET', `/patients/${ana.id}`)).status).toBe(200);
  expect((await fetch(ana.reconstructions[0]!.front!)).status).toBe(200);
  for (const { id } of [ben, ana]) expect((await service.send('DELETE', `/patients/${id}`)).status).toBe(200);
  expect((await service.list()).patients).toEqual([]);
  expect(await fileIdsIn(dataFolder, 'files')).toEqual([]);
  expect(statSync(join(dataFolder, 'reserve')).size).toBe(1024 * 1024);
  await expect.poll(() => service.log.join('\n')).toContain('audit: cannot be written (the disk is full)');
  // It recovers by itself, with all that was to be told meanwhile.
  rmSync(join(dataFolder, '..', 'other'));
  await expect.poll(() => service.log).toContain('audit: can be written again');
  expect((await service.send('POST', '/patients')).status).toBe(201);
  await service.stop();
  const told = (await auditEntries({ places: { dataFolder } })).map(
    ({ operation, outcome }) => `${operation} ${outcome}`,
  );
  const count = (line: string) => told.filter((one) => one === line).length;
  expect([count('POST /patients 503'), count('GET /patients/:id 200'), count('DELETE /patients/:id 200')]).toEqual([
    2, 40, 2,
  ]);
  expect(told).toHaveLength(49);
  expect(await verifiedAudit({ places: { dataFolder } })).toMatchObject({ problems: [], waiting: 0, missing: 0 });
});

test.runIf(canMount())('a reader on a full disk makes the service write nothing, and can be shut out', async () => {
  const disk = openSmallDisk('16m');
  const dataFolder = join(disk.folder, 'data');
  const service = await openService({ dataFolder });
  onTestFinished(() => service.close());
  const accounts = await openAccounts({ dataFolder });
  await accounts.add('clinic');
  const { token } = await accounts.addToken('clinic', { label: 'reader', scope: 'read' });
  await accounts.close();
  expect(() => disk.fill('other', 17 * 1024 * 1024)).toThrow('ENOSPC');
  const changedAt = () => ['recon.db', 'recon.db-wal'].map((name) => statSync(join(dataFolder, name)).mtimeMs);
  const before = changedAt();
  for (let turn = 0; turn < 10; turn++) expect((await service.send('GET', '/patients', { token })).status).toBe(200);
  // Longer than a group of uses waits.
  await systemClock.sleep(6_000);
  expect((await service.send('GET', '/patients', { token })).status).toBe(200);
  expect(changedAt()).toEqual(before);
  const beside = await openAccounts({ dataFolder });
  await beside.revokeToken('clinic', 'reader');
  await beside.close();
  expect((await service.send('GET', '/patients', { token })).status).toBe(401);
  expect(service.log.filter((line) => !line.startsWith('audit: '))).toEqual([]);
});

test.runIf(canMount())('a service starts on a full disk and deletes there', async () => {
  const { service, fillUp, ana, ben } = await openFullService();
  await service.stop();
  // Closing the database gave some room back.
  fillUp('more');
  await service.restart();
  expect((await service.list()).patients.map(({ name }) => name)).toEqual(['Ana', 'Ben']);
  for (const { id } of [ben, ana]) expect((await service.send('DELETE', `/patients/${id}`)).status).toBe(200);
  expect((await service.list()).patients).toEqual([]);
});

test.runIf(canMount())('a generation that finds a full disk at its end is no attempt, and is made later', async () => {
  const disk = openSmallDisk('16m');
  const workerUrl = workerNamed('large');
  const service = await openService({ dataFolder: join(disk.folder, 'data'), workerUrl });
  onTestFinished(() => service.close());
  const form = { 'patient[name]': 'Ana', async: 'true', ...(await faceForm()) };
  disk.fill('room', 500_000);
  const { patient } = await service.patient('POST', '/patients', { form });
  expect(() => disk.fill('other', 17 * 1024 * 1024)).toThrow('ENOSPC');
  // Enough for the database, and not for the result.
  rmSync(join(disk.folder, 'room'));
  const statusNow = async () =>
    (await service.patient('GET', `/patients/${patient.id}`)).patient.reconstructions[0]!.status;
  await expect.poll(() => service.log.join('\n')).toMatch(/job 1 attempt 1/);
  const told = () => service.log.filter((line) => line.startsWith('generations of 3D models '));
  await expect.poll(told).toEqual([expect.stringMatching(/wait for space: the disk is full/)]);
  expect((await service.send('GET', `/patients/${patient.id}`)).headers.get('recon-waits')).toBe('face=space');
  const findings: Finding[] = [];
  for await (const one of lookAtService({ dataFolder: join(disk.folder, 'data') }, LOOK)) findings.push(one);
  expect(findings).toContainEqual(
    wrong(
      'workers',
      '1 of 1 generations wait for space on the disk',
      'make room on it; they are tried again each minute',
    ),
  );
  // Where the disk has no room for the database either, the job stays as its last attempt left it.
  const { store, close } = await openPlaces({ dataFolder: join(disk.folder, 'data') }, systemClock, () => {});
  const putOffAs = async (state: 'queued' | 'running', leaseMs: number) => {
    const now = systemClock.now();
    return store.database
      .transact(async (db) => {
        await db
          .updateTable('jobs')
          .set({ state, lease_until: now + leaseMs })
          .execute();
        const { owner_id: id } = await db.selectFrom('patients').select('owner_id').executeTakeFirstOrThrow();
        const main = { id, name: 'main', parentId: null };
        throw Object.assign(new Error('undone'), { types: await putOffTypes(db, main, patient.id, now) });
      })
      .catch(({ types }: { types: unknown }) => types);
  };
  expect(await putOffAs('running', -1)).toEqual([{ type: 'face' }]);
  expect(await putOffAs('running', 30_000)).toEqual([]);
  expect(await putOffAs('queued', 30_000)).toEqual([{ type: 'face' }]);
  expect(await putOffAs('queued', -1)).toEqual([]);
  await close();
  // Three attempts at once would be over by now.
  await systemClock.sleep(4 * 800);
  expect(await statusNow()).toBe('processing');
  rmSync(join(disk.folder, 'other'));
  await service.restart();
  await expect.poll(statusNow).toBe('has_3d');
  expect((await service.send('GET', `/patients/${patient.id}`)).headers.get('recon-waits')).toBeNull();
});

test.runIf(requireTool('prlimit'))('a process without a free file descriptor reads and deletes', async () => {
  const service = await spawnService(tempFolder(), workerNamed('quick'));
  onTestFinished(() => service.kill());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const send = (method: string, path: string, token = service.token) =>
    new Promise<[number, string]>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const sending = request(`${service.url}${path}`, { method, agent, headers }, async (response) => {
        let text = '';
        for await (const chunk of response) text += String(chunk);
        resolve([response.statusCode!, text]);
      });
      sending.on('error', reject).end();
    });
  expect(await send('POST', '/patients')).toMatchObject([201, expect.any(String)]);
  execFileSync('prlimit', ['--pid', String(service.pid), '--nofile=4']);
  expect(await send('GET', '/patients/1')).toMatchObject([200, expect.stringContaining('"id":1')]);
  expect(await send('GET', '/patients/1', 'rcn_wrong')).toMatchObject([401, expect.stringContaining('not_logged_in')]);
  expect(await send('DELETE', '/patients/1')).toEqual([200, '{"result":"success"}']);
});

test('a change that is committed is told as made, whatever fails after it', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { patient } = await service.patient('POST', '/patients', { form: await faceForm() });
  const store = await openStore(service.dataFolder, systemClock);
  // Answers cannot be kept, and a folder in the place of a file cannot be removed.
  await sql`create trigger refused before update on idempotency when new.body is not null begin select raise(fail, 'no'); end`.execute(
    store.db,
  );
  const { id } = await store.db.selectFrom('files').where('name', '=', 'front').select('id').executeTakeFirstOrThrow();
  await store.db.destroy();
  const path = join(service.dataFolder, 'files', id.slice(0, 2), id);
  const key = { headers: { 'idempotency-key': 'k' } };
  const created = await service.send('POST', `/patients/${patient.id}/after`, { ...key, form: await faceForm() });
  expect(created.status).toBe(201);
  const again = await service.send('POST', `/patients/${patient.id}/after`, { ...key, form: await faceForm() });
  // Its model may be made by now.
  const answers = await Promise.all([created, again].map((answer) => answer.text()));
  expect([again.status, answers[1]!.replace('has_3d', 'processing')]).toEqual([
    201,
    answers[0]!.replace('has_3d', 'processing'),
  ]);
  await service.send('PUT', `/patients/${patient.id}`, { ...key, form: { 'patient[name]': 'Ana' } });
  rmSync(path);
  mkdirSync(path);
  expect((await service.send('DELETE', `/patients/${patient.id}`)).status).toBe(200);
  expect((await service.send('GET', `/patients/${patient.id}`)).status).toBe(404);
  // The generations that were under way end first.
  await expect.poll(() => fileIdsIn(service.dataFolder, 'files')).toEqual([]);
  expect(service.log).toContainEqual(expect.stringMatching(/^keeping an answer: failed \(SQLITE_CONSTRAINT/));
  expect(service.log).toContain('removing files: failed (ERR_FS_EISDIR)');
});
