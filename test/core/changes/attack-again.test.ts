import { expect, test } from 'vitest';
import { record } from '../recorder.ts';
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

/** A service that remembers keys, fails each change, and has a model that somebody else makes anew. */
async function failing(failure: { status: number; headers?: Record<string, string> }) {
  const face = { type: 'FaceReconstruction', status: 'has_3d', accepted: false, updated_at: 'seen by a person' };
  const { url, requests } = await record(({ method }) => {
    const headers = { 'recon-routes': 'accept', 'recon-idempotency': '24h' };
    if (method !== 'GET') return { body: '{}', status: failure.status, headers: { ...headers, ...failure.headers } };
    return { body: JSON.stringify({ patient: { id: 7, name: 'Ana', reconstructions: [face] }, async: '' }), headers };
  });
  return { url, face, puts: () => requests.filter(({ method }) => method === 'PUT').length };
}
const ACCEPT = ['patients', 'accept', '7', '--type', 'face'];

test.each(['parked', 'without an answer'])('an acceptance that is %s is not made of a later model', async (how) => {
  const isParked = how === 'parked';
  const service = await failing(isParked ? { status: 429, headers: { 'retry-after': '30' } } : { status: 502 });
  if (isParked) {
    const accepting = started(service, ...ACCEPT);
    await accepting.isPutOff();
    expect((await accepting.interrupt()).exitCode).toBe(130);
  } else expect((await recon(service, ...ACCEPT)).exitCode).toBe(10);
  const puts = service.puts();
  service.face.updated_at = 'seen by nobody';
  const { exitCode, stderr } = await recon(service, 'resume');
  expect({ exitCode, puts: service.puts() }, stderr).toEqual({ exitCode: 10, puts });
  expect(stderr).toContain('the face model of patient 7 is not the one that was there');
});
