import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { asTerminal, standInProcess } from '../../support/stand-in-process.ts';

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

test('an export of a patient who was found by name did not say whose it is; a log of a script has no name', async () => {
  const [service, home] = await Promise.all([openService(), makeHome()]);
  onTestFinished(() => Promise.all([service.close(), home.remove()]).then(() => undefined));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const add = (name: string) => service.patient('POST', '/patients', { form: { 'patient[name]': name } });
  for (const name of ['Maria Lopez', 'Ana Sample']) await add(name);
  const exporting = async (isTTY: boolean, ...args: string[]) => {
    const to = join(home.folder, `${isTTY}${args.join('')}`);
    const { stand, texts } = standInProcess(['patients', 'export', '--to', to, ...args], environment);
    if (isTTY) asTerminal(stand.stderr);
    expect(await main(stand)).toBe(0);
    return texts.stderr;
  };
  expect(await exporting(true, '--id', 'Maria')).toContain('patient 1, Maria Lopez · 0 archives');
  expect(await exporting(true, '--id', 'Maria', '--dry-run')).toContain(
    'would save 1 record (patient 1, Maria Lopez) and 0 archives',
  );
  expect(await exporting(true)).toContain('patient 1, Maria Lopez; patient 2, Ana Sample · 0 archives');
  const log = await exporting(false, '--id', 'Maria');
  expect(log).toContain('\n1 patient · 0 archives\n');
  expect(log).not.toContain('Lopez');
  for (const name of ['Ben', 'Cia']) await add(name);
  expect(await exporting(true, '--jobs', '1')).toContain('4 patients · 0 archives');
});
