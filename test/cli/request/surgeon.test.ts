import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';

test('a surgeon whom nobody knows: where accounts are listed, and how an id is kept for the name', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  await service.patient('POST', '/patients');
  const { exitCode, stderr } = await runMain(['transfer', '1', '--to', 'dr-nobody', '--yes'], environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('this shows the accounts and their ids: recon accounts list\n');
  expect(stderr).toContain('whoever runs the service makes the account: recon accounts add dr-nobody\n');
  expect(stderr).toContain('Try: recon config set surgeon.dr-nobody ID ');
});

test('names that are nearly one are told, and no line to copy gives the patient to one of them', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  await service.patient('POST', '/patients');
  await runMain(['config', 'set', 'surgeon.dr-silva', '3'], environment);
  await runMain(['config', 'set', 'surgeon.dr-slivo', '4'], environment);
  const { exitCode, stderr } = await runMain(['transfer', '1', '--to', 'dr-sliva', '--yes'], environment);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('did you mean dr-silva or dr-slivo?');
  expect(stderr).not.toContain('accounts add');
  expect(stderr).not.toContain('--to dr-');
  expect(stderr).toMatch(/Try: where the service runs, this shows the accounts and their ids: recon accounts list\n$/);
});
