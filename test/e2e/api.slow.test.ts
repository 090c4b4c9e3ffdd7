import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const api = (...args: string[]) => clinic.recon(['api', ...args]);

test('what is sent by hand is what the interface says, and the answer is printed as it came', async () => {
  const photos = ['left', 'front', 'right'].flatMap((view) => [
    '-F',
    `reconstruction[${view}]=@${join(SAMPLES, 'ana/face', `${view}.jpg`)}`,
  ]);
  const created = await api(
    '/patients',
    '-f',
    'patient[name]=Ana =2',
    '-f',
    'reconstruction[type]=face',
    '-f',
    'async=true',
    ...photos,
  );
  expect(created).toMatchObject({ exitCode: 0, stderr: '' });
  const { patient, async } = JSON.parse(created.stdout) as { patient: { id: number; name: string }; async: string };
  expect(patient.name).toBe('Ana =2');
  expect(async).toBe('true');

  const got = await api(`patients/${patient.id}`);
  expect(JSON.parse(got.stdout)).toMatchObject({
    patient: { id: patient.id, reconstructions: [{ type: 'FaceReconstruction' }] },
  });
  const listed = await api('GET', '/patients?page=1', '-f', 'per_page=1');
  expect(JSON.parse(listed.stdout)).toMatchObject({ meta: { current_page: 1, total_entries: 1 } });
  const whole = await api(`${clinic.baseUrl}/patients`);
  expect(whole.exitCode).toBe(0);

  const updated = await api('PUT', `/patients/${patient.id}`, '-F', 'patient[city]=Bern');
  expect(JSON.parse(updated.stdout)).toMatchObject({ patient: { city: 'Bern' } });
  expect(await api('delete', `/patients/${patient.id}`)).toMatchObject({ exitCode: 0, stdout: '{"result":"success"}' });
});

test('a refusal is printed as it came, and its meaning is the exit code', async () => {
  const missing = await api('/patients/999999');
  expect(missing.exitCode).toBe(3);
  expect(JSON.parse(missing.stdout)).toMatchObject({ status: 404, code: 'not_found' });
  expect(missing.stderr).toMatch(/^recon: /);

  const broken = await api('POST', '/patients', '-f', 'reconstruction[type]=face');
  expect(broken.exitCode).toBe(5);
  expect(JSON.parse(broken.stdout)).toMatchObject({ status: 422 });
});

test('-i prints status and headers first', async () => {
  const { stdout } = await api('-i', '/patients', '-H', 'accept-language: de');
  const [head, body] = stdout.split('\n\n');
  expect(head).toMatch(/^HTTP 200\n/);
  expect(head).toContain('content-type: application/json');
  expect(JSON.parse(body!)).toHaveProperty('patients');
});

test.each([
  [['https://evil.example/patients'], 'is not below the base URL'],
  [['//evil.example/patients'], 'is not below the base URL'],
  [['PATCH', '/patients/1'], '"PATCH" is none of GET, POST, PUT, DELETE'],
  [['/patients', '-f', 'name'], '"name" should read --field NAME=VALUE'],
  [['POST', '/patients', '-F', 'patient[name]=@missing.txt'], 'does not exist'],
  [['POST', '/patients', '-F', 'patient[name]=@.'], 'is not a regular file'],
  [['/patients', '-H', 'Authorization: Bearer x'], 'recon sets the header Authorization itself'],
  [['/patients', '-H', 'X Y: z'], 'is not a header name'],
  [['/patients?access_token=x'], 'a token does not belong in a URL'],
])('api %j is refused', async (args, message) => {
  expect(await api(...args)).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining(message) });
});

test('a dry run sends no change', async () => {
  expect(await api('POST', '/patients', '-f', 'patient[name]=Nobody', '--dry-run')).toMatchObject({
    exitCode: 0,
    stdout: '',
  });
  expect((await api('GET', '/patients', '-f', 'name=Nobody')).stdout).toContain('"total_entries":0');
});

test('the token is not to be seen', async () => {
  const token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
  const { stdout, stderr } = await api('-i', '/patients', '--debug');
  expect(stdout + stderr).not.toContain(token);
});
