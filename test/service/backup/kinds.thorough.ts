import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { backUp } from '../../../src/service/backup/back-up.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { verifyBackup } from '../../../src/service/backup/verify.ts';
import { openTargets, type TARGETS } from '../../support/backup-targets.ts';
import { KINDS, type Kind, openClinics } from '../../support/backups.ts';
import { everyNth } from '../../support/thorough.ts';

const { signal } = new AbortController();
const clinics = openClinics();
const targets = openTargets();
const folder = mkdtempSync(join(tmpdir(), 'recon-backups-'));

afterAll(async () => {
  await clinics.close();
  await targets.close();
  rmSync(folder, { recursive: true });
});

/**
 * Each kind of service as source and as target, and from each database to the other. CI takes every second: also there
 * each database and each store is source and target, and both kinds of backup are there.
 */
const WAYS: readonly [Kind, (typeof TARGETS)[number], Kind][] =
  KINDS.length === 1
    ? [['SQLite and disk', 'a bucket', 'SQLite and disk']]
    : [
        ['SQLite and disk', 'a bucket', 'PostgreSQL and S3'],
        ['SQLite and disk', 'a folder', 'PostgreSQL and S3'],
        ['PostgreSQL and S3', 'a folder', 'SQLite and disk'],
        ['PostgreSQL and S3', 'a bucket', 'SQLite and disk'],
        ['SQLite and S3', 'a folder', 'PostgreSQL and disk'],
        ['PostgreSQL and S3', 'a folder', 'PostgreSQL and S3'],
        ['PostgreSQL and disk', 'a bucket', 'SQLite and S3'],
      ];

test.each(everyNth(1, WAYS, 2))(
  'from %s by %s to %s, taken under load: all that was acknowledged before comes back',
  async (from, by, to) => {
    const live = await clinics.openClinic(from);
    const seeds = [10, 11, 12, 13];
    const before = await Promise.all(seeds.map((seed) => live.create(`Before ${seed}`, seed)));
    const erased = await live.create('Erased', 14);
    await live.ask(`/patients/${erased}`, 'DELETE');
    const archives = await Promise.all(before.map((id) => live.archiveOf(id)));
    const load = new AbortController();
    const during: number[] = [];
    const working = [20, 30].map(async (seed) => {
      for (let turn = 0; !load.signal.aborted; turn++) {
        const id = await live.create(`During ${seed} ${turn}`, seed + (turn % 5));
        during.push(id);
        if (turn % 2 === 1) await live.ask(`/patients/${id}`, 'DELETE');
      }
    });
    await expect.poll(() => during.length).toBeGreaterThan(3);
    const acknowledged = during.length;
    const { address: backup } = await targets.open(by);
    const report = await backUp(live.places, { to: backup, keep: 7, version: '0.0.0', signal });
    load.abort();
    await Promise.all(working);
    expect(report.lost).toEqual([]);
    await verifyBackup({ from: backup }, signal);

    const places = await clinics.emptyPlaces(to);
    await restore(places, { from: backup }, signal);
    const { databaseUrl, bucket } = places;
    for (const taken of [databaseUrl && { databaseUrl }, bucket && { bucket }]) {
      if (taken === undefined) continue;
      const beside = { dataFolder: mkdtempSync(join(folder, 'data-')), ...taken };
      await expect(restore(beside, { from: backup }, signal)).rejects.toMatchObject({ code: 'usage' });
    }
    const restored = await clinics.open(places, live.token);
    for (const [at, id] of before.entries()) {
      expect(await restored.nameOf(id)).toBe(`Before ${seeds[at]}`);
      expect(await restored.archiveOf(id)).toBe(archives[at]);
    }
    for (const id of during.slice(0, acknowledged)) {
      const name = await live.nameOf(id).catch(() => undefined);
      if (name !== undefined) expect(await restored.archiveOf(id)).toBe(await live.archiveOf(id));
    }
    await expect(restored.nameOf(erased)).rejects.toThrow('404');
    expect(await restored.create('After')).toBeGreaterThan(Math.max(...during.slice(0, acknowledged)));
  },
  120_000,
);

test.skipIf(KINDS.length === 1)('of a service on PostgreSQL one backup at a time is made in a bucket', async () => {
  const { places } = await clinics.openClinic('PostgreSQL and S3');
  const { address } = await targets.open('a bucket');
  const backing = () => backUp(places, { to: address, keep: 7, version: '0.0.0', signal });
  const ends = await Promise.allSettled([backing(), backing()]);
  expect(ends.filter((end) => end.status === 'rejected')).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ code: 'busy' }) },
  ]);
  await backing();
});
