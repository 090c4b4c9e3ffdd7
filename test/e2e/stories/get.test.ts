import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
let id: string;

beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample', '--country', 'PT', '--postal-code', '1000-001');
});
afterAll(() => clinic.close());

test('shows the record to a person', async () => {
  const { exitCode, stdout } = await clinic.recon(['patients', 'get', id]);
  expect(exitCode).toBe(0);
  for (const word of [id, 'Ana Sample', 'PT', '1000-001']) expect(stdout).toContain(word);
});

test('--json is the service’s answer with every field of a patient', async () => {
  const { stdout } = await clinic.recon(['patients', 'get', id, '--json']);
  const { patient, async } = JSON.parse(stdout);
  expect(async).toMatch(/^(true|false)$/);
  expect(Object.keys(patient).sort()).toEqual(
    [
      'id player_id name email height weight phone gender address city postal_code state country_iso updated_at',
      'reconstructions',
    ]
      .join(' ')
      .split(' ')
      .sort(),
  );
  expect(patient).toMatchObject({ id: Number(id), name: 'Ana Sample', country_iso: 'PT', reconstructions: [] });
  expect(patient.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
});

test('an id that is not there ends with 3', async () => {
  const { exitCode, stdout, stderr } = await clinic.recon(['patients', 'get', '999999']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
  expect(stderr).toContain('999999');
});

test('what is neither an id nor a name ends with 2 before anything is asked', async () => {
  const { exitCode, stderr } = await clinic.recon(['patients', 'get', '1.5', '--base-url', 'http://127.0.0.1:1']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('"1.5" is no id, name, e-mail or phone');
});

test('a patient is found by parts of the name, its address or its number', async () => {
  const id = await createPatient(
    clinic,
    '--name',
    'Zoé Núñez',
    '--email',
    'zoe@example.org',
    '--phone',
    '+351 7654321',
  );
  for (const typed of ['nunez', 'NÚÑEZ, zoe', 'Zoe@example.org', '765-43-21']) {
    const { exitCode, stdout } = await clinic.recon(['patients', 'get', typed, '-o', 'id']);
    expect({ typed, exitCode, stdout }).toEqual({ typed, exitCode: 0, stdout: `${id}\n` });
  }
});

test('with -o json the error is one JSON object on stderr', async () => {
  const { stdout, stderr } = await clinic.recon(['patients', 'get', '999999', '--json']);
  expect(stdout).toBe('');
  const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!);
  expect(error).toMatchObject({ code: 'not_found', status: 404, exit: 3, retryable: false });
});
