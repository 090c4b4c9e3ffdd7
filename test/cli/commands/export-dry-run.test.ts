import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';

test('a dry run names what an export would fetch, then its totals, which -q keeps, and who is not there', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana', ...(await faceForm()) } });
  for (let more = 0; more < 40; more++)
    await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ben' } });
  const to = join(home.folder, 'backup');
  const dryRun = async (...flags: string[]) => {
    const { exitCode, stderr } = await runMain(['patients', 'export', '--to', to, '--dry-run', ...flags], environment);
    return { exitCode, lines: stderr.trimEnd().split('\n') };
  };
  const total = `dry run: would save 41 records and 1 archive in ${to}; nothing was saved`;
  expect(await dryRun()).toEqual({ exitCode: 0, lines: ['dry run: would fetch face of patient 1', total] });
  expect(await dryRun('-q')).toEqual({ exitCode: 0, lines: [total] });
  expect(await dryRun('--id', '1', '--id', '77')).toEqual({
    exitCode: 7,
    lines: [
      'dry run: would fetch face of patient 1',
      `dry run: would save 1 record and 1 archive in ${to}; nothing was saved`,
      'recon: dry run: 1 patient is not there',
      '  not found: 77',
    ],
  });
  expect(existsSync(to)).toBe(false);

  expect((await runMain(['patients', 'export', '--to', to, '--id', '1'], environment)).exitCode).toBe(0);
  expect(await dryRun('--id', '1')).toEqual({
    exitCode: 0,
    lines: [`dry run: would save 1 record and 0 archives (1 more is there already) in ${to}; nothing was saved`],
  });
});
