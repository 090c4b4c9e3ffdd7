import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const READ = 'it was sent as POST, because it has fields; to read: recon api GET ';

test.each([
  [['/patients', '-f', 'per_page=1'], 5, `Try: ${READ}/patients -f NAME=VALUE`],
  [['/patients/7', '-f', 'page=1'], undefined, `Try: ${READ}/patients/7 -f NAME=VALUE`],
  [['POST', '/patients', '-f', 'per_page=1'], 5, 'Try: the same command with corrected data'],
  [['/patients?page=x'], 5, 'Try: the same command with other values'],
  [['/patients', '-F', 'patient[name]=Ana', '-F', 'type=x'], 5, 'Try: the same command with corrected data'],
])('what is refused had two pieces of advice, or that of a change for a read: %j', async (typed, exit, advice) => {
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { exitCode, stderr } = await runMain(['api', ...typed], environment);
  if (exit !== undefined) expect({ exitCode, stderr }).toMatchObject({ exitCode: exit });
  expect(stderr).toContain(advice);
  expect(stderr.split(/Try|to read/).length, stderr).toBe(advice.split(/Try|to read/).length);
});
