import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientAnswer, PatientsAnswer } from '../../src/contract/answers.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import type { Places } from '../../src/service/places.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openTestDatabase, postgresPrograms } from '../support/postgres.ts';
import { formData, workerNamed } from '../support/running-service.ts';
import { openS3, type S3Server } from '../support/s3-server.ts';
import { faceForm, photoOf } from '../support/service-forms.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operate.md'), 'utf8');
/** The lines of the guide that copy the objects are rclone's; here the bucket's own copies do that. */
const ORDER = ['rclone sync s3:recon backup/objects', 'pg_dump ', 'rclone copy s3:recon/files backup/objects/files'];

let s3: S3Server;
let folder: string;
let token: string;
const databases: Awaited<ReturnType<typeof openTestDatabase>>[] = [];
const running: RunningService[] = [];

const newDatabase = async () => {
  const database = await openTestDatabase();
  databases.push(database);
  return database.url;
};
const placesOf = (databaseUrl: string, prefix: string): Places => ({
  dataFolder: mkdtempSync(join(folder, 'data-')),
  databaseUrl,
  bucket: { ...s3.options, prefix },
});

async function start(places: Places): Promise<RunningService> {
  const programs = { workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() };
  const service = await startService({ ...places, ...programs, host: '127.0.0.1', port: 0, clock: systemClock });
  running.push(service);
  return service;
}

const ask = (service: RunningService, path: string, body?: FormData) =>
  fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    ...(body && { method: 'POST', body }),
  });

async function create(service: RunningService, name: string): Promise<number> {
  const form = formData({ 'patient[name]': name, ...(await faceForm()) });
  const answer = await ask(service, '/patients', form);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as PatientAnswer).patient.id;
}

/** Objects whose keys begin with `from`, under the same names in the backup. */
/** As rclone does: an object that is gone when its turn comes is a reason to look again, up to three times. */
async function copyObjects(from: string): Promise<void> {
  const bucket = openBucket(s3.options);
  const copyAll = async () => {
    for (const key of await bucket.list(from)) await bucket.copy(key, key.replace(/^live\//, 'backup/'));
  };
  await copyAll()
    .catch(copyAll)
    .catch(copyAll)
    .finally(() => bucket.close());
}

/** A line of the guide with one of PostgreSQL's programs; the place comes from the environment, as it says there. */
function typePostgres(program: 'pg_dump' | 'pg_restore', databaseUrl: string): void {
  const line = guide.split('\n').find((one) => one.startsWith(`${program} `))!;
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const args = line
    .split(' ')
    .slice(1)
    .map((word) => word.replace('dbname=recon', `dbname=${database}`));
  const env = { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: database };
  execFileSync(
    join(postgresPrograms()!, program),
    args.map((word) => word.replace('backup/', '')),
    { cwd: folder, env },
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recon-backup-'));
  if (postgresPrograms() !== undefined) s3 = await openS3();
});
afterAll(async () => {
  for (const service of running) await service.stop();
  for (const { drop } of databases) await drop();
  await s3?.close();
  rmSync(folder, { recursive: true });
});

test('the guide copies notes and objects before the database, and new objects after it', () => {
  const places = ORDER.map((line) => guide.indexOf(line));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test.skipIf(postgresPrograms() === undefined)(
  'a backup made while the service works is restored whole, as of its database',
  async () => {
    const databaseUrl = await newDatabase();
    const live = placesOf(databaseUrl, 'live/');
    const accounts = await openAccounts(live);
    ({ token } = await accounts.add('clinic'));
    await accounts.close();
    const service = await start(live);

    const before = await create(service, 'Before');
    await copyObjects('live/');
    const meanwhile = await create(service, 'Meanwhile');
    typePostgres('pg_dump', databaseUrl);
    await create(service, 'Later');
    await copyObjects('live/files/');
    await service.stop();

    const restoredUrl = await newDatabase();
    typePostgres('pg_restore', restoredUrl);
    // On the objects of today, it knows nothing of the newest ones.
    await expect(start(placesOf(restoredUrl, 'live/'))).rejects.toThrow(/older than they are/);

    const restored = await start(placesOf(restoredUrl, 'backup/'));
    const { patients } = (await (await ask(restored, '/patients')).json()) as PatientsAnswer;
    expect(patients.map(({ name }) => name)).toEqual(['Before', 'Meanwhile']);
    const photos = await Promise.all((['left', 'front', 'right'] as const).map((view) => photoOf(view)));
    const photoBytes = photos.reduce((sum, { length }) => sum + length, 0);
    for (const id of [before, meanwhile]) {
      const archive = await ask(restored, `/patients/${id}/download?type=face`);
      expect(archive.status).toBe(200);
      expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(photoBytes);
    }
    expect(await create(restored, 'After')).toBeGreaterThan(meanwhile);
  },
  120_000,
);
