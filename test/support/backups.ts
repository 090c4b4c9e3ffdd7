import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/clock.ts';
import type { PatientAnswer } from '../../src/contract/answers.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import type { Places } from '../../src/service/places.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { decoderProgram } from './engine-worker.ts';
import { openTestDatabase, postgresPrograms } from './postgres.ts';
import { formData, type TestForm, workerNamed } from './running-service.ts';
import { openS3 } from './s3-server.ts';
import { faceForm, mammoForm } from './service-forms.ts';

/** The kinds of places that this machine can test. */
export const KINDS =
  postgresPrograms() === undefined
    ? (['SQLite and disk'] as const)
    : (['SQLite and disk', 'PostgreSQL and S3', 'SQLite and S3', 'PostgreSQL and disk'] as const);
export type Kind = (typeof KINDS)[number] | 'PostgreSQL and S3' | 'SQLite and S3' | 'PostgreSQL and disk';

/** Services and empty places for tests of backups; `close` ends and removes them all. */
export function openClinics() {
  const closing: (() => Promise<unknown>)[] = [];
  let s3: ReturnType<typeof openS3> | undefined;
  let prefixes = 0;

  async function emptyPlaces(kind: Kind): Promise<Places> {
    const parent = mkdtempSync(join(tmpdir(), 'recon-backup-'));
    closing.unshift(() => rm(parent, { recursive: true, maxRetries: 5 }));
    const places: Places = { dataFolder: join(parent, 'data') };
    if (kind.startsWith('PostgreSQL')) {
      const database = await openTestDatabase();
      closing.unshift(database.drop);
      places.databaseUrl = database.url;
    }
    if (kind.endsWith('S3')) {
      s3 ??= openS3();
      places.bucket = { ...(await s3).options, prefix: `backup-${++prefixes}/` };
    }
    return places;
  }

  async function start(places: Places): Promise<RunningService> {
    const programs = { workerUrl: workerNamed('marked'), decoderUrl: await decoderProgram() };
    const service = await startService({ ...places, ...programs, host: '127.0.0.1', port: 0, clock: systemClock });
    closing.unshift(() => service.stop());
    await service.swept;
    return service;
  }

  /** A running service with an account of its own. */
  async function openClinic(kind: Kind) {
    const places = await emptyPlaces(kind);
    const service = await start(places);
    const accounts = await openAccounts(places);
    const { token } = await accounts.add('clinic');
    await accounts.close();
    return { places, service, ...client(service, token), token };
  }

  return {
    emptyPlaces,
    openClinic,
    /** Starts a service on restored places, for the token of before. */
    async open(places: Places, token: string) {
      const service = await start(places);
      return { service, ...client(service, token) };
    },
    async close() {
      for (const close of closing) await close();
      await (await s3)?.close();
    },
  };
}

export type Clinic = Awaited<ReturnType<ReturnType<typeof openClinics>['openClinic']>>;

const LINES = JSON.stringify({
  sha256: 'a'.repeat(64),
  lines: [
    [
      [0.1, -1.2, 0.03],
      [0.12, -1.2, 0.03],
      [0.1, -1.25, 1e-6],
    ],
  ],
});

function client({ url }: RunningService, token: string) {
  const ask = async (path: string, method = 'GET', form?: TestForm) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(form && { body: formData(form) }) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  return {
    ask,
    async create(name: string, seed = 1): Promise<number> {
      const answer = await ask('/patients', 'POST', { 'patient[name]': name, ...(await faceForm(seed)) });
      return ((await answer.json()) as PatientAnswer).patient.id;
    },
    /** A patient with one simulation and its lines. */
    async createSimulated(name: string): Promise<number> {
      const answer = await ask('/patients', 'POST', await mammoForm(30));
      const { id } = ((await answer.json()) as PatientAnswer).patient;
      const implant = { reference: 'R-300', brand: 'Example', volume: '300', diameter: '11.8', projection: '4.1' };
      const fields = Object.entries(implant).map(([field, text]) => [`simulation[left_implant][${field}]`, text]);
      const form = { 'simulation[name]': name, 'simulation[lines]': LINES, ...Object.fromEntries(fields) };
      await ask(`/recon/patients/${id}/simulations`, 'POST', form);
      return id;
    },
    /** Without the addresses of their pictures, which are signed anew each time. */
    async simulationsOf(id: number): Promise<object[]> {
      const { patient } = (await (await ask(`/patients/${id}`)).json()) as PatientAnswer;
      return patient.reconstructions.flatMap(({ simulations = [] }) => simulations.map(({ frames: _, ...one }) => one));
    },
    linesOf: async (id: number) => await (await ask(`/recon/patients/${id}/simulation-lines`)).json(),
    async nameOf(id: number): Promise<string | null> {
      return ((await (await ask(`/patients/${id}`)).json()) as PatientAnswer).patient.name;
    },
    /** SHA-256 of the archive with photos and model. */
    async archiveOf(id: number): Promise<string> {
      const archive = await (await ask(`/patients/${id}/download?type=face`)).arrayBuffer();
      return createHash('sha256').update(Buffer.from(archive)).digest('hex');
    },
  };
}
