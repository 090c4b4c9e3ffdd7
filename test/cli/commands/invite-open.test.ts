import { expect, onTestFinished, test, vi } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { openService } from '../../support/running-service.ts';
import { typeMain } from '../../support/typed-terminal.ts';

// Nothing that opens a browser.
vi.mock('open', async () => {
  const { spawn } = await import('node:child_process');
  return { default: async () => spawn('false', { stdio: 'ignore' }) };
});

test('a link to open here is told in a line to open here alone, and that no browser opened', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana Open' } });
  const { exitCode, stderr } = await typeMain(
    ['invite', String(patient.id), '--type', 'face', '--open'],
    environment,
    [],
  );
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^this link opens on this machine alone$/m);
  expect(stderr).not.toContain('phone');
  expect(stderr).toMatch(/^No browser could be opened here; please open the address yourself\.$/m);
}, 60_000);
