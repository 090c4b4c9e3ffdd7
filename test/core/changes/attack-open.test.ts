import { expect, test } from 'vitest';
import { attackHome } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, recon } = attackHome();

test('what was begun at an address that the profile has no more is still told', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  expect((await create(service, '--name', 'Ana')).exitCode).toBe(10);
  const { stderr } = await recon({ url: service.url.replace('127.0.0.1', 'localhost') }, 'resume', '--list');
  const line = `recon resume --profile default --base-url ${service.url}`;
  expect(stderr).toContain(`one change is open elsewhere: ${line} (or with --forget, which drops it)\n`);
});
