import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { sha256Of } from '../../src/system/sha256.ts';
import { openClinics } from '../support/backups.ts';
import { postgresPrograms } from '../support/postgres.ts';
import { faceForm } from '../support/service-forms.ts';

const PATIENTS = 100;
/** Deletions at the same time. */
const AT_ONCE = 5;

const clinics = openClinics();
afterAll(() => clinics.close());

const programs = postgresPrograms();

/** All that PostgreSQL's own backup holds, in lower case. */
const dumpOf = (url: string): string =>
  execFileSync(join(programs!, 'pg_dump'), [url], { encoding: 'utf8', maxBuffer: 2 ** 30 }).toLowerCase();

test.skipIf(programs === undefined)(
  `of ${PATIENTS} patients deleted under load, nothing is left in PostgreSQL's dump or in the bucket`,
  async () => {
    const clinic = await clinics.openClinic('PostgreSQL and S3');
    const { databaseUrl, bucket } = clinic.places;
    const create = async (seed: number) => {
      const fields = {
        'patient[name]': `Erased${seed}x Pérson${seed}x`,
        'patient[email]': `erased${seed}x@mark.example`,
        'patient[phone]': `+49 555 9${String(seed).padStart(4, '0')}`,
      };
      const photos = await faceForm(seed);
      const answer = await clinic.ask('/patients', 'POST', { ...fields, ...photos });
      const { patient } = (await answer.json()) as { patient: { id: number } };
      const hashes = Object.values(photos).flatMap((bytes) => (typeof bytes === 'string' ? [] : [sha256Of(bytes)]));
      return { id: patient.id, traces: [...Object.values(fields), `erased${seed}x person${seed}x`, ...hashes] };
    };
    let isOver = false;
    const load = [1, 2].map(async (client) => {
      for (let turn = 0; !isOver; turn++) {
        const id = await clinic.create(`Busy ${client}`, 1000 + (turn % 5));
        await clinic.ask(`/patients/${id}`, 'PUT', { 'patient[city]': `Town ${turn}` });
        await clinic.ask('/patients?name=busy&per_page=20');
        await clinic.ask(`/patients/${id}`, 'DELETE');
      }
    });
    const traces: string[] = [];
    try {
      const made: Awaited<ReturnType<typeof create>>[] = [];
      for (let seed = 0; seed < PATIENTS; seed++) made.push(await create(seed));
      traces.push(...made.flatMap((one) => one.traces.map((text) => text.toLowerCase())));
      // Every name, address, number and hash is in the dump while the patients are there.
      const before = dumpOf(databaseUrl!);
      expect(traces.filter((text) => !before.includes(text))).toEqual([]);
      for (let at = 0; at < PATIENTS; at += AT_ONCE) {
        await Promise.all(made.slice(at, at + AT_ONCE).map(({ id }) => clinic.ask(`/patients/${id}`, 'DELETE')));
      }
      const after = dumpOf(databaseUrl!);
      expect(traces.filter((text) => after.includes(text))).toEqual([]);
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    const opened = openBucket(bucket!);
    // What generations were at work on goes when they end.
    await expect.poll(() => opened.list('files/')).toEqual([]);
    await opened.close();
  },
  300_000,
);
