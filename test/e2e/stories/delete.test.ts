import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const remove = (...args: string[]) => clinic.recon(['patients', 'delete', ...args]);

test('without a terminal it needs --yes, and nothing happens before', async () => {
  const id = await createPatient(clinic, '--name', 'Ana Sample');
  const { exitCode, stderr } = await remove(id);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('--yes');
  expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(0);
  const confirmed = await remove(id, '--yes');
  expect(confirmed.exitCode).toBe(0);
  expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(3);
});

test('--json is the service’s answer', async () => {
  const id = await createPatient(clinic, '--name', 'Bo Sample');
  const { exitCode, stdout } = await remove(id, '--yes', '--json');
  expect({ exitCode, answer: JSON.parse(stdout) }).toEqual({ exitCode: 0, answer: { result: 'success' } });
});

test('an absent one is 3, or nothing to do with --if-exists', async () => {
  expect((await remove('999999', '--yes')).exitCode).toBe(3);
  expect((await remove('999999', '--yes', '--if-exists')).exitCode).toBe(0);
});

test('several at once; the one that is not there is named, the others are gone', async () => {
  const ids = [await createPatient(clinic, '--name', 'C Sample'), await createPatient(clinic, '--name', 'D Sample')];
  const { exitCode, stderr } = await remove(ids[0]!, '999999', ids[1]!, '--yes');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('999999');
  for (const id of ids) expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(3);
});
