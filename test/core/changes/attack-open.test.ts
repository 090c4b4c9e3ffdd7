import { beforeEach, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { strangerService } from './attack-service.ts';

const TOKEN = 'canary_5up3r53cr3tt0k3n';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '50ms'], home.environment);
  return () => home.remove();
});
const recon = (service: { url: string }, ...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: TOKEN });
const create = (service: { url: string }, ...args: string[]) => recon(service, 'patients', 'create', ...args);

test('what was begun at an address that the profile has no more is still told, and its photos do not stay unseen', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  expect((await create(service, '--name', 'Ana')).exitCode).toBe(10);
  const moved = { url: service.url.replace('127.0.0.1', 'localhost') };
  const { stdout, stderr } = await recon(moved, 'resume', '--list');
  expect(stdout + stderr).not.toMatch(/^nothing is open$/m);
});
