import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
let id: string;
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample');
});
afterAll(() => clinic.close());

const after = (...args: string[]) => clinic.recon(['after', 'create', ...args]);

test('prints the state it was given, and says that it cannot be read again', async () => {
  const { exitCode, stdout, stderr } = await after(id, '--type', 'face', '--photos', join(SAMPLES, 'ana', 'face'));
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'processing\n' });
  expect(stderr).not.toBe('');
});

test('--json is the service’s answer with every field of an after', async () => {
  const args = [
    '--type',
    'face',
    '--photos',
    join(SAMPLES, 'ben', 'face'),
    '--provider',
    'head',
    '--eye-distance',
    '6.4',
  ];
  const { exitCode, stdout } = await after(id, ...args, '--json');
  expect(exitCode).toBe(0);
  const answer = JSON.parse(stdout);
  expect(Object.keys(answer)).toEqual(['after']);
  expect(answer.after).toMatchObject({
    status: 'processing',
    accepted: expect.stringMatching(/^(true|false)$/),
    provider: 6,
    measures: { eye_distance: 6.4 },
  });
  for (const view of ['front', 'left', 'right']) {
    expect(answer.after[view]).toEqual({
      url: expect.stringMatching(/^http/),
      thumb: { url: expect.stringMatching(/^http/) },
    });
  }
  expect(answer.after.back).toEqual({ url: null, thumb: { url: null } });
});

test('names all that is missing', async () => {
  const { exitCode, stderr } = await after(id, '--type', 'body', '--front', join(SAMPLES, 'ana', 'body', 'front.jpg'));
  expect(exitCode).toBe(2);
  for (const name of ['left', 'right', 'back', 'hipline']) expect(stderr).toContain(name);
});

test('of a patient that is not there ends with 3', async () => {
  const { exitCode } = await after('999999', '--type', 'face', '--photos', join(SAMPLES, 'ana', 'face'));
  expect(exitCode).toBe(3);
});
