import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { createPatient, readPatient } from '../../support/records.ts';

let clinic: Clinic;
let subToken: string;
beforeAll(async () => {
  clinic = await openClinic();
  const added = await clinic.recon(['accounts', 'add', 'Dr. Silva', '--under', 'main', '--data', clinic.dataFolder]);
  subToken = added.stdout.trim();
});
afterAll(() => clinic.close());

const face = join(SAMPLES, 'ana', 'face');
const recon = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await clinic.recon(args);
  return { exitCode, stdout, stderr };
};
const asSub = (...args: string[]) =>
  clinic.recon(args, { env: { RECON_TOKEN: subToken, RECON_BASE_URL: clinic.baseUrl } });

test('a model is accepted, kept from an update, lent to a sub account and given back, and the audit tells all of it', async () => {
  const id = await createPatient(clinic, '--name', 'Ana Sample', '--type', 'face', '--photos', face);
  expect(await recon('patients', 'accept', id, '--type', 'face')).toMatchObject({ exitCode: 0, stdout: `${id}\n` });
  const update = ['patients', 'update', id, '--type', 'face', '--front', join(face, 'front.jpg')];
  const refused = await recon(...update);
  expect(refused).toMatchObject({ exitCode: 5, stdout: '' });
  expect(refused.stderr).toContain(`Try: recon accept ${id} --type face --undo\n`);
  expect(await recon('patients', 'update', id, '--height', '172', '--weight', '68.5')).toMatchObject({ exitCode: 0 });
  const listed = JSON.parse((await recon('patients', 'list', '--json')).stdout);
  const shown = { height: 172, weight: 68.5, reconstructions: [{ accepted: true, status: 'has_3d' }] };
  expect(listed.patients).toMatchObject([shown]);

  expect(await recon('transfer', 'ana sample', '--to', 'dr-silva', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await recon('patients', 'get', id)).toMatchObject({ exitCode: 3 });
  expect(await asSub('transfer', 'ana sample', '--back', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await readPatient(clinic, id)).toMatchObject(shown);
  expect(await recon('patients', 'accept', id, '--type', 'face', '--undo')).toMatchObject({ exitCode: 0 });
  expect(await recon(...update, '--no-wait')).toMatchObject({ exitCode: 0 });

  const data = ['--data', clinic.dataFolder];
  const audit = await recon('audit', 'list', ...data, '-o', 'ndjson');
  for (const operation of [
    'PUT /recon/patients/:id/accepted/:type',
    'PUT /recon/patients/:id',
    'GET /recon/surgeons',
    'POST /recon/patients/:id/give-back',
    'DELETE /recon/patients/:id/accepted/:type',
  ]) {
    expect(audit.stdout).toContain(operation);
  }
  expect(await recon('audit', 'verify', ...data)).toMatchObject({ exitCode: 0 });
});
