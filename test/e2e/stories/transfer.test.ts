import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
let subToken: string;
let subId: string;
beforeAll(async () => {
  clinic = await openClinic();
  const data = ['--data', clinic.dataFolder];
  const added = await clinic.recon(['accounts', 'add', 'dr-silva', '--under', 'main', ...data]);
  expect(added.exitCode).toBe(0);
  subToken = added.stdout.trim();
  const accounts = await clinic.recon(['accounts', 'list', '--json', ...data]);
  const { accounts: rows } = JSON.parse(accounts.stdout);
  subId = String(rows.find((row: { name: string }) => row.name === 'dr-silva').id);
});
afterAll(() => clinic.close());

const asSub = () => ({ env: { RECON_TOKEN: subToken, RECON_BASE_URL: clinic.baseUrl } });
const transfer = (...args: string[]) => clinic.recon(['transfer', ...args]);

test('moves a patient from the main account to its sub account', async () => {
  const id = await createPatient(clinic, '--name', 'Ana Sample');
  expect((await transfer(id, '--to', subId)).exitCode).toBe(2);
  const moved = await transfer(id, '--to', subId, '--yes');
  expect(moved.exitCode).toBe(0);
  expect((await clinic.recon(['patients', 'get', id])).exitCode).toBe(3);
  expect((await clinic.recon(['patients', 'get', id], asSub())).exitCode).toBe(0);
});

test('--json is the service’s answer', async () => {
  const id = await createPatient(clinic, '--name', 'Bo Sample');
  const { stdout } = await transfer(id, '--to', subId, '--yes', '--json');
  expect(JSON.parse(stdout)).toEqual({ result: 'success' });
});

test('a sub account cannot transfer: 4', async () => {
  const own = await clinic.recon(['patients', 'create', '--name', 'Cy Sample'], asSub());
  const { exitCode } = await clinic.recon(['transfer', own.stdout.trim(), '--to', '1', '--yes'], asSub());
  expect(exitCode).toBe(4);
});

test('a patient that is not there: 3', async () => {
  expect((await transfer('999999', '--to', subId, '--yes')).exitCode).toBe(3);
});
