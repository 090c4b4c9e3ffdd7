import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { startService } from '../../src/service/start.ts';
import { isSuspect } from '../../src/service/storage/suspect.ts';
import { contentOf, copyFolder, damageTable, makeLarge, replaceDatabase } from '../support/data-folders.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openService, workerNamed } from '../support/running-service.ts';

/** A folder whose database is too large to be read before the service listens. */
let whole: string;
beforeAll(async () => {
  const service = await openService();
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana' } });
  await service.stop();
  whole = await copyFolder(service.dataFolder);
  await service.close();
  await makeLarge(whole);
});
afterAll(() => rm(whole, { recursive: true }));

const faults: string[] = [];
const start = async (dataFolder: string) => {
  faults.length = 0;
  const onLog = (line: string, weight?: string) => void (weight === 'fault' && faults.push(line));
  const programs = { workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() };
  return startService({ dataFolder, host: '127.0.0.1', port: 0, ...programs, clock: systemClock, onLog });
};

const listOf = ({ url, own }: Awaited<ReturnType<typeof start>>) =>
  fetch(`${url}/patients`, { headers: { authorization: `Bearer ${own!.token}` } });

test('a large database found damaged ends the service, and the next start reads it first', async () => {
  const folder = await copyFolder(whole);
  await damageTable(folder, 'tombstones');
  const service = await start(folder);
  expect((await listOf(service)).status).toBe(200);
  const words = expect.stringMatching(/has a damaged database: recon\.db cannot be read to its end$/);
  expect(await service.broken).toMatchObject({ code: 'storage', message: words, hint: expect.stringMatching(/copy/) });
  await service.stop();
  expect(faults).toEqual([expect.stringMatching(/has a damaged database.*; the service ends$/)]);
  const before = await contentOf(folder);
  await expect(start(folder)).rejects.toMatchObject({ code: 'storage', message: words });
  expect(await contentOf(folder)).toEqual(before);
  await replaceDatabase(folder, whole);
  await rm(join(folder, 'files', 'last-commit'));
  const mended = await start(folder);
  expect(await isSuspect(folder)).toBe(false);
  await mended.stop();
  await rm(folder, { recursive: true });
});

test('a large database that is sound is worked on while it is read', async () => {
  const folder = await copyFolder(whole);
  const service = await start(folder);
  const form = new URLSearchParams({ 'patient[name]': 'Bea' });
  const headers = { authorization: `Bearer ${service.own!.token}` };
  for (let round = 0; round < 20; round++) {
    expect((await fetch(`${service.url}/patients`, { method: 'POST', headers, body: form })).status).toBe(201);
  }
  await service.stop();
  expect(faults).toEqual([]);
  await rm(folder, { recursive: true });
});

test('a stop does not wait until a large database is read', async () => {
  const folder = await copyFolder(whole);
  const service = await start(folder);
  const isBroken = await Promise.race([service.broken.then(() => true), service.stop().then(() => false)]);
  expect(isBroken).toBe(false);
  expect(faults).toEqual([]);
  await rm(folder, { recursive: true });
});
