import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  for (const name of ['Anna Berg', 'Lucia Costa', 'Jürgen Müller', 'Proben Deleted']) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name } });
  }
  await runMain(['patients', 'delete', '4', '--yes'], environment);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const said = async (...args: string[]) =>
  (await typeMain(['list', ...args], environment, [])).stderr.replaceAll(/\s+/g, ' ').trim();

const NOBODY = 'no patients found with this in the name';

test.each([
  [['anna', 'brg'], 'the nearest name is that of Anna Berg, patient 1: recon show 1 (to see who it is; then the id)'],
  [['anna', 'lucia'], 'each of these words is a patient: recon show anna lucia'],
])('of a name that nobody has, a line that finds somebody is told: %j', async (typed, line) => {
  const text = await said(...typed);
  expect(text).toContain(NOBODY);
  expect(text).toContain(line);
  const shown = await runMain([...line.replace(/^.*recon | \(.*$/g, '').split(' '), '-o', 'id'], environment);
  expect(shown.exitCode).toBe(0);
});

test.each([[['mueller']], [['--name', 'Mueller']], [['Frau', 'Dr.', 'Müller']]])(
  'somebody whose name is written in another way is listed: %j led to another command',
  async (typed) => {
    const { stdout, stderr } = await typeMain(['list', ...typed], environment, []);
    expect(stderr).toContain(NOBODY);
    expect(stderr).toContain('1 written in another way:\n');
    expect(stdout.match(/^.*\d+ +\w.*$/gm)).toEqual([expect.stringMatching(/3 +Jürgen Müller/)]);
  },
);

test.each([
  [['proben'], 'somebody who was deleted'],
  [['anna', 'proben'], 'one of two'],
  [['somebody', 'else'], 'nobody at all'],
])('where no line finds anybody, none is told: %j, %s', async (typed) => {
  const text = await said(...typed);
  expect(text).toContain(NOBODY);
  expect(text).not.toContain('recon show');
});

test('a log is told no line, and the list is not read for it', async () => {
  expect((await runMain(['list', 'Mueller'], environment)).stderr).toBe(`${NOBODY}\n`);
});

test('two names for the flag that takes one lead to the line that shows both, where each is one patient', async () => {
  const twice = (one: string, other: string) => typeMain(['list', '--name', one, '--name', other], environment, []);
  const REFUSED = '--name is given twice, and takes one value';
  const both = await twice('anna', 'lucia');
  expect(both.exitCode).toBe(2);
  expect(both.stderr).toContain(REFUSED);
  expect(both.stderr).toContain('Try: recon show anna lucia (which shows each of them)');
  expect((await twice('anna', 'proben')).stderr).not.toContain('Try:');
  expect((await twice('anna', 'berg')).stderr).not.toContain('Try:');
  const logged = await runMain(['list', '--name', 'anna', '--name', 'lucia'], environment);
  expect(logged).toMatchObject({ exitCode: 2, stderr: `recon: ${REFUSED}\n` });
});
