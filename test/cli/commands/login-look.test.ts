import { expect, onTestFinished, test, vi } from 'vitest';
import { auditEntries } from '../../support/audit-entries.ts';
import { makeHome } from '../../support/recon-home.ts';
import { openService } from '../../support/running-service.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('the look of a login whether the service is there stood in its audit as a refused list of patients', async () => {
  const service = await openService();
  onTestFinished(service.close);
  const home = await makeHome();
  onTestFinished(home.remove);
  const outcomes = async () => (await auditEntries(service)).map(({ outcome }) => outcome);
  const line = ['login', '--base-url', service.url, '--insecure-storage'];
  const login = await typeMain(line, home.environment, [[/Access token/, `${service.token}\r`]]);
  expect(login).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Logged in to') });
  // Whoever asks for patients without a token is on record.
  expect((await service.send('GET', '/patients', { token: null })).status).toBe(401);
  // Lines are written in groups, in their order.
  expect((await service.send('GET', '/patients/999')).status).toBe(404);
  await vi.waitFor(async () => expect(await outcomes()).toContain(404), 5_000);
  expect((await outcomes()).filter((one) => one !== 200)).toEqual([401, 404]);
});
