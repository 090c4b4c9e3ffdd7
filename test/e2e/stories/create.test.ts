import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { RECON, SAMPLES } from '../../support/recon-home.ts';
import { patientCount, readPatient } from '../../support/records.ts';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const create = (...args: string[]) => clinic.recon(['patients', 'create', ...args]);
const facePhotos = (person: string) => [
  ...['--type', 'face'],
  ...['left', 'front', 'right'].flatMap((view) => [`--${view}`, join(SAMPLES, person, 'face', `${view}.jpg`)]),
];

test('a record alone: the id on stdout, a sentence on stderr', async () => {
  const { exitCode, stdout, stderr } = await create(
    ...['--name', 'Bea Sample', '--email', 'bea@example.org', '--gender', 'female', '--phone', '+351 1'],
    ...['--country', 'PT', '--address', 'Rua 1', '--city', 'Lisboa', '--postal-code', '1000', '--state', 'LX'],
  );
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).not.toBe('');
  expect(await readPatient(clinic, stdout.trim())).toMatchObject({
    name: 'Bea Sample',
    email: 'bea@example.org',
    gender: 'female',
    phone: '+351 1',
    country_iso: 'PT',
    address: 'Rua 1',
    city: 'Lisboa',
    postal_code: '1000',
    state: 'LX',
  });
});

test('bytes that are not UTF-8 are refused, not stored as other letters', async () => {
  const before = await patientCount(clinic);
  const { exitCode, stderr } = await execa(
    'bash',
    ['-c', `exec "$0" "$1" patients create --name $'Jos\\xe9'`, process.execPath, RECON],
    { env: clinic.environment, extendEnv: false, reject: false },
  );
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('--name is not UTF-8 text: look at character 4'),
  });
  expect(await patientCount(clinic)).toBe(before);
});

test('a country is known by its name in the language of the machine', async () => {
  const german = { env: { LANG: 'de_DE.UTF-8' } };
  const { stdout } = await clinic.recon(['patients', 'create', '--name', 'Kai', '--country', 'Österreich'], german);
  expect(await readPatient(clinic, stdout.trim())).toMatchObject({ country_iso: 'AT' });
});

test('--json is the service’s answer, without simulations', async () => {
  const { exitCode, stdout } = await create('--name', 'Cy Sample', '--json');
  expect(exitCode).toBe(0);
  const answer = JSON.parse(stdout);
  expect(answer).toMatchObject({ patient: { name: 'Cy Sample', reconstructions: [] }, async: 'false' });
});

test('with photos it waits for the model, and only then ends with 0', async () => {
  const { exitCode, stdout, stderr } = await create('--name', 'Dea Sample', ...facePhotos('ana'));
  expect(stderr).toContain('face is ready');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^\d+\n$/) });
  const [reconstruction] = (await readPatient(clinic, stdout.trim())).reconstructions;
  expect(reconstruction).toMatchObject({ type: 'FaceReconstruction', status: 'has_3d', accepted: false });
});

test('the same name, email and phone stop with 5 and the id; --allow-same goes on', async () => {
  const person = ['--name', 'Twin Sample', '--email', 'twin@example.org'];
  const first = (await create(...person)).stdout.trim();
  const second = await create(...person);
  expect({ exitCode: second.exitCode, stdout: second.stdout }).toEqual({ exitCode: 5, stdout: '' });
  expect(second.stderr).toContain(first);
  expect((await create(...person, '--allow-same')).exitCode).toBe(0);
});

test('--dry-run and a create with nothing at all send nothing', async () => {
  const before = await patientCount(clinic);
  expect((await create()).exitCode).toBe(2);
  expect((await create('--name', 'Dry Sample', ...facePhotos('ana'), '--dry-run')).exitCode).toBe(0);
  expect(await patientCount(clinic)).toBe(before);
});

test('--data takes one flat object from a file or stdin, and flags win', async () => {
  const data = JSON.stringify({ name: 'Data Sample', postal_code: '2000', city: 'Porto' });
  const { exitCode, stdout } = await create('--data', '-', '--city', 'Braga');
  expect(exitCode).toBe(2);
  expect(stdout).toBe('');
  const fed = await clinic.recon(['patients', 'create', '--data', '-', '--city', 'Braga'], {
    stdin: 'pipe',
    input: data,
  });
  expect(fed.exitCode).toBe(0);
  expect(await readPatient(clinic, fed.stdout.trim())).toMatchObject({
    name: 'Data Sample',
    postal_code: '2000',
    city: 'Braga',
  });
  const unknown = await clinic.recon(['patients', 'create', '--data', '-'], { stdin: 'pipe', input: '{"nmae":"x"}' });
  expect(unknown.exitCode).toBe(2);
  expect(unknown.stderr).toContain('nmae');
});
