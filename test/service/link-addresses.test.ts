import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { INVITATION_DAYS } from '../../src/service/domain/invitations.ts';
import type { ServiceOptions } from '../../src/service/options.ts';
import { startService } from '../../src/service/start.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { workerNamed } from '../support/running-service.ts';

const [OLD, NEW] = ['https://old.example', 'https://new.example/recon'];
const WEEK_MS = INVITATION_DAYS * 86_400_000;

let folder: string;
let lead = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recon-links-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes so many links under a public address, and gives what the start told. */
async function served(dataFolder: string, options: Partial<ServiceOptions>, links = 0) {
  const service = await startService({
    ...{ dataFolder: join(folder, dataFolder), host: '127.0.0.1', port: 0 },
    ...{ workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() },
    clock: { ...systemClock, now: () => systemClock.now() + lead },
    ...options,
  });
  const headers = { authorization: `Bearer ${service.own!.token}` };
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${service.url}${path}`, { headers, ...init });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { patient: { id: number }; invitation_url: string };
  };
  for (let made = 0; made < links; made += 1) {
    const body = new URLSearchParams({ 'patient[name]': 'Ana Sample' });
    const { patient } = await ask('/patients', { method: 'POST', body });
    const { invitation_url } = await ask(`/patients/${patient.id}/invitation?reconstruction_type=face`);
    expect(invitation_url.startsWith(service.linkAddress)).toBe(true);
  }
  await service.stop();
  return { told: service.linksElsewhere.map(({ address, count }) => [address, count]), service };
}

test('a service that moved told nobody of the links that name its old address', async () => {
  expect((await served('moved', { publicUrl: OLD }, 2)).told).toEqual([]);
  expect((await served('moved', { publicUrl: `${OLD}/` }, 1)).told).toEqual([]);
  const moved = await served('moved', { publicUrl: NEW }, 1);
  expect(moved.told).toEqual([[OLD, 3]]);
  const { until } = moved.service.linksElsewhere[0]!;
  expect(Math.abs(until - systemClock.now() - WEEK_MS)).toBeLessThan(60_000);
  expect((await served('moved', { publicUrl: NEW })).told).toEqual([[OLD, 3]]);
  // Back, and away again.
  expect((await served('moved', { publicUrl: OLD }, 1)).told).toEqual([[NEW, 1]]);
  expect((await served('moved', { publicUrl: NEW })).told).toEqual([[OLD, 4]]);
  lead = WEEK_MS + 60_000;
  expect((await served('moved', { publicUrl: NEW })).told).toEqual([]);
  lead = 0;
});

test('links of the address by which only this machine came work on where the port is the same', async () => {
  const { service } = await served('port', {}, 1);
  expect((await served('port', { port: service.port, publicUrl: NEW })).told).toEqual([]);
  expect((await served('port', { publicUrl: NEW })).told).toEqual([[service.url, 1]]);
});
