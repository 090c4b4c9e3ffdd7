import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { createPatient, readPatient } from '../../support/records.ts';

let clinic: Clinic;
let id: string;
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample', '--city', 'Porto');
});
afterAll(() => clinic.close());

const update = (...args: string[]) => clinic.recon(['patients', 'update', ...args]);
const face = (view: string) => join(SAMPLES, 'ana', 'face', `${view}.jpg`);

test('changes the fields that are given and no others', async () => {
  const { exitCode, stdout } = await update(id, '--name', 'Ana Maria Sample', '--country', 'ES');
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${id}\n` });
  expect(await readPatient(clinic, id)).toMatchObject({ name: 'Ana Maria Sample', city: 'Porto', country_iso: 'ES' });
});

test('--json is the service’s answer, without simulations', async () => {
  const { exitCode, stdout } = await update(id, '--phone', '5550123', '--json');
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    patient: { id: Number(id), phone: '5550123' },
    async: expect.any(String),
  });
});

test('adds a reconstruction, and then replaces one photo of it', async () => {
  const added = await update(
    id,
    '--type',
    'face',
    '--left',
    face('left'),
    '--front',
    face('front'),
    '--right',
    face('right'),
  );
  expect(added.exitCode).toBe(0);
  const [first] = (await readPatient(clinic, id)).reconstructions;
  expect(first).toMatchObject({ type: 'FaceReconstruction', status: 'has_3d' });
  const replaced = await update(id, '--front', join(SAMPLES, 'ana', 'face', 'front.jpg'), '--eye-distance', '6.1');
  expect(replaced.exitCode).toBe(0);
  const { reconstructions } = await readPatient(clinic, id);
  expect(reconstructions).toHaveLength(1);
  expect(reconstructions[0]).toMatchObject({ status: 'has_3d', mesaures: { eye_distance: 6.1 } });
});

test('while one is in progress it stops with 5 and sends nothing', async () => {
  const busy = await createPatient(
    clinic,
    '--name',
    'Busy Sample',
    '--type',
    'face',
    '--photos',
    join(SAMPLES, 'ben', 'face'),
    '--no-wait',
  );
  const { exitCode, stderr } = await update(busy, '--city', 'Faro', '--front', face('front'));
  expect(exitCode).toBe(5);
  expect(stderr).toContain('nothing was sent');
  expect((await readPatient(clinic, busy)).city).not.toBe('Faro');
});

test.each([
  ['--provider', '5'],
  ['--back', 'x.jpg'],
  ['--hight', '3'],
])('%s is refused with 2', async (...flag) => {
  const { exitCode, stderr } = await update(id, ...flag);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(flag[0]);
});

test('nothing to change ends with 2', async () => {
  expect((await update(id)).exitCode).toBe(2);
});
