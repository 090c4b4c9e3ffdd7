import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('a row of somebody new with the name of a patient who was there was made without a word', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  for (const [name, email] of [
    ['Maria Silva', 'one@x.example'],
    ['Maria Silva', 'two@x.example'],
    ['Zoé Reis', 'zoe@x.example'],
    ['Maria Silva Santos', 'three@x.example'],
  ] as const) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name, 'patient[email]': email } });
  }
  const list = join(tempFolder(), 'list.csv');
  // The last two are namesakes of each other, and of nobody who was there.
  writeFileSync(
    list,
    'name,email\nAna New,a@x.example\nMaria Silva,m@x.example\nZoe Reis,z@x.example\nEva Two,e@x.example\nEva Two,f@x.example\nZoé Reis,zoe@x.example\n',
  );
  const dry = await typeMain(['patients', 'import', list, '--dry-run'], environment, []);
  expect(dry.exitCode).toBe(0);
  expect(dry.stdout).toMatch(/3 +Maria Silva +new, with the name of 1, 2\n/);
  const foreseen = dry.stderr.replaceAll(/\s+/g, ' ');
  expect(foreseen).toContain('2 rows have the name of somebody who is there, but not the e-mail or phone: ');
  expect(foreseen).toContain('row 3 (patients 1, 2); row 4 (patient 3); to compare: recon show 1 2 3');

  const asJson = await runMain(['patients', 'import', list, '--dry-run', '--json'], environment);
  expect(JSON.parse(asJson.stdout).namesakes).toEqual([
    { row: 'row 3', id: null, there: ['1', '2'] },
    { row: 'row 4', id: null, there: ['3'] },
  ]);

  const { exitCode, stderr } = await runMain(['patients', 'import', list, '--jobs', '4'], environment);
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/^5 created · 1 already there$/m);
  expect(stderr.replaceAll(/now patient \d+/g, 'now patient N')).toContain(
    'warning: 2 rows have the name of somebody who was there, but not the e-mail or phone: row 3 (now patient N, beside patients 1, 2); row 4 (now patient N, beside patient 3); to compare: recon show ',
  );
  // Once it is told.
  const again = await runMain(['patients', 'import', list, '--json'], environment);
  expect(again.stderr).not.toContain('have the name of');
  expect(JSON.parse(again.stdout).namesakes).toEqual([]);
});
