import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { PatientAnswer } from '../../../src/contract/answers.ts';
import { backUp } from '../../../src/service/backup/back-up.ts';
import { restore } from '../../../src/service/backup/restore.ts';
import { verifiedAudit } from '../../support/audit-entries.ts';
import { KINDS, type Kind, openClinics } from '../../support/backups.ts';

const { signal } = new AbortController();
const clinics = openClinics();
const folder = mkdtempSync(join(tmpdir(), 'recon-backups-'));

afterAll(async () => {
  await clinics.close();
  rmSync(folder, { recursive: true });
});

const WAYS: readonly [Kind, Kind][] =
  KINDS.length === 1
    ? [['SQLite and disk', 'SQLite and disk']]
    : [
        ['SQLite and disk', 'PostgreSQL and S3'],
        ['PostgreSQL and S3', 'SQLite and disk'],
      ];

test.each(WAYS)(
  'from %s to %s: what is accepted stays so and is not changed, height and weight are the same',
  async (from, to) => {
    const live = await clinics.openClinic(from);
    const id = await live.create('Sized');
    await live.ask(`/recon/patients/${id}/accepted/face`, 'PUT');
    await live.ask(`/recon/patients/${id}`, 'PUT', { 'patient[height]': '171.35', 'patient[weight]': '0068.1' });
    const backup = mkdtempSync(join(folder, 'backup-'));
    await backUp(live.places, { to: backup, keep: 7, version: '0.0.0', signal });
    const places = await clinics.emptyPlaces(to);
    await restore(places, { from: backup }, signal);
    const restored = await clinics.open(places, live.token);
    const shown = { height: 171.35, weight: 68.1, reconstructions: [{ accepted: true, status: 'has_3d' }] };
    const seen = async () => ((await (await restored.ask(`/patients/${id}`)).json()) as PatientAnswer).patient;
    expect(await seen()).toMatchObject(shown);
    const answer = await restored.ask(`/patients/${id}`, 'PUT', { 'reconstruction[eye_distance]': '6' });
    expect(answer.headers.get('warning')).toMatch(/not changed/);
    expect(await seen()).toMatchObject(shown);
    expect(await verifiedAudit({ places })).toMatchObject({ problems: [] });
  },
);
