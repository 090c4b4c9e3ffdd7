import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { systemClock } from '../../../src/clock.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { standInProcess } from '../../support/stand-in-process.ts';
import { strangerService } from './attack-service.ts';

const TOKEN = 'canary_5up3r53cr3tt0k3n';
const OTHER = 'another_token_of_someone';
const photo = (view: string) => join(SAMPLES, 'ana', 'face', `${view}.jpg`);
const THREE = ['--type', 'face', '--left', photo('left'), '--front', photo('front'), '--right', photo('right')];

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '50ms'], home.environment);
  return () => home.remove();
});
const environment = (service: { url: string }, token = TOKEN) => ({
  ...home.environment,
  RECON_BASE_URL: service.url,
  RECON_TOKEN: token,
});
const recon = (service: { url: string }, ...args: string[]) => runMain(args, environment(service));
const entryIn = (stderr: string) => /recon resume (\w{8})/.exec(stderr)?.[1] ?? '';

test('a parked update with photos is not taken as made because somebody else changed the model', async () => {
  const service = await strangerService();
  await recon(service, 'patients', 'create', '--name', 'Ana', '--provider', '4', '--no-wait', ...THREE);
  service.fates = [{ status: 429, headers: { 'retry-after': '30' } }];
  const { stand, texts } = standInProcess(['patients', 'update', '1', '--no-wait', ...THREE], environment(service));
  const done = main(stand);
  await expect.poll(() => service.changes('PUT'), { timeout: 8000 }).toBe(1);
  await systemClock.sleep(150);
  stand.emit('SIGINT');
  expect(await done, texts.stderr).toBe(130);
  service.patients[0]!['reconstructions'] = [
    { type: 'FaceReconstruction', accepted: false, status: 'has_3d', updated_at: 'by a colleague' },
  ];
  const { exitCode, stderr } = await recon(service, 'resume');
  expect({ exitCode, puts: service.changes('PUT') }, stderr).not.toEqual({ exitCode: 0, puts: 1 });
});

test('what was sent again by --recreate with another token is that token’s', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = entryIn((await recon(service, 'patients', 'create', '--name', 'Ana')).stderr);
  const other = (...args: string[]) => runMain(args, environment(service, OTHER));
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  await other('resume', entry, '--recreate');
  const { exitCode, stderr } = await other('resume');
  expect(exitCode, stderr).toBe(0);
  expect(service.patients).toHaveLength(1);
});
