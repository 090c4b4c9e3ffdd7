import { expect, test } from 'vitest';
import { attackHome, entryIn, OTHER, THREE } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { as, create, recon, started } = attackHome();

test('a parked update with photos is not taken as made because somebody else changed the model', async () => {
  const service = await strangerService();
  await create(service, '--name', 'Ana', '--provider', '4', '--no-wait', ...THREE);
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const update = started(service, 'patients', 'update', '1', '--no-wait', ...THREE);
  await update.isPutOff();
  expect((await update.interrupt()).exitCode).toBe(130);
  service.patients[0]!['reconstructions'] = [
    { type: 'FaceReconstruction', accepted: false, status: 'has_3d', updated_at: 'by a colleague' },
  ];
  const { exitCode, stderr } = await recon(service, 'resume');
  expect({ exitCode, puts: service.changes('PUT') }, stderr).toEqual({ exitCode: 10, puts: 1 });
});

test('what was sent again by --recreate with another token is that token’s', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = entryIn((await create(service, '--name', 'Ana')).stderr);
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  await as(OTHER, service, 'resume', entry, '--recreate');
  const { exitCode, stderr } = await as(OTHER, service, 'resume');
  expect(exitCode, stderr).toBe(0);
  expect(service.patients).toHaveLength(1);
});
