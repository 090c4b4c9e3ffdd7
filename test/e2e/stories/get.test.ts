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

test('a name that nobody has ends with 3, and one that somebody has shows them', async () => {
  const nobody = await clinic.recon(['patients', 'get', 'zacharias']);
  expect(nobody.exitCode).toBe(3);
  expect(nobody.stderr).toContain('zacharias');
  const ana = await clinic.recon(['patients', 'get', 'sample ANA', '-o', 'id']);
  expect({ exitCode: ana.exitCode, stdout: ana.stdout.trim() }).toEqual({ exitCode: 0, stdout: id });
});

test('with -o json the error is one JSON object on stderr', async () => {
  const { stdout, stderr } = await clinic.recon(['patients', 'get', '999999', '--json']);
  expect(stdout).toBe('');
  const { error } = JSON.parse(stderr.trimEnd().split('\n').at(-1)!);
  expect(error).toMatchObject({ code: 'not_found', status: 404, exit: 3, retryable: false });
});
