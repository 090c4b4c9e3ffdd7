import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { readPatient } from '../../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const create = (...args: string[]) => clinic.recon(['patients', 'create', '--type', 'face', ...args]);
const photosOf = (person: string) =>
  ['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(SAMPLES, person, 'face', `${view}.jpg`)]);

test('after a wait --json prints one object, the last answer seen', async () => {
  const { exitCode, stdout } = await create('--name', 'Eva Sample', ...photosOf('ben'), '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).patient.reconstructions[0].status).toBe('has_3d');
});

test('--no-wait returns at once; recon wait picks it up', async () => {
  const { exitCode, stdout } = await create('--name', 'Flo Sample', ...photosOf('ana'), '--no-wait', '--json');
  expect(exitCode).toBe(0);
  const { patient, async } = JSON.parse(stdout);
  expect(async).toBe('true');
  expect(patient.reconstructions[0].status).toBe('processing');
  const waited = await clinic.recon(['wait', String(patient.id)]);
  expect(waited.exitCode).toBe(0);
  expect((await readPatient(clinic, String(patient.id))).reconstructions[0].status).toBe('has_3d');
  const again = await clinic.recon(['wait', String(patient.id)]);
  expect(again.exitCode).toBe(0);
});

test('--sync asks the service to answer when the model is there', async () => {
  const { exitCode, stdout } = await create('--name', 'Gil Sample', ...photosOf('ben'), '--sync', '--json');
  expect(exitCode).toBe(0);
  const { patient, async } = JSON.parse(stdout);
  expect(async).toBe('false');
  expect(patient.reconstructions[0].status).toBe('has_3d');
});
