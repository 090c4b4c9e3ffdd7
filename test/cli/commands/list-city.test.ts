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
  for (const [name, city] of [
    ['Maria Porto', 'Lisboa'],
    ['Ana Silva', 'Porto'],
    ['Bea Costa', 'Vila Nova de Gaia'],
    ['Rui Porto', 'Porto'],
  ] as const) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name, 'patient[city]': city } });
  }
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const shown = (...args: string[]) => typeMain(['list', ...args], environment, []);
const piped = (...args: string[]) => runMain(['list', ...args], environment);

test('a word that is in names and in cities shows the names, and tells the line for the city', async () => {
  const { exitCode, stdout, stderr } = await shown('porto');
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/Rui Porto[\s\S]*Maria Porto/);
  expect(stdout).not.toContain('Ana Silva');
  // Of Rui, who is shown, nothing more is told.
  expect(stderr).toContain('1 patient has this in the city\nnext: recon list --city porto (to see who it is)\n');
});

test.each([['gaia'], ['vila gaia'], ['VILA']])('a city that is no name is told: %s', async (words) => {
  const { stderr } = await shown(...words.split(' '));
  expect(stderr).toMatch(
    /no patients found with this in the name[\s\S]*1 patient has this in the city\nnext: recon list --city /,
  );
});

test.each([['silva'], ['--name', 'porto'], ['porto', '--limit', '1', '--status', 'ready'], ['porto', '-q']])(
  'nothing is told where no other city is, or a name is asked for: %s %s',
  async (...args) => {
    expect((await shown(...args.filter((one) => one !== undefined))).stderr).not.toMatch(/ha(s|ve) this in the city/);
  },
);

test('--city shows those of a city, by the beginning of its words, everywhere', async () => {
  const { stdout } = await shown('--city', 'porto');
  expect(stdout).toMatch(/CITY[\s\S]*Rui Porto .*Porto[\s\S]*Ana Silva .*Porto/);
  expect(stdout).not.toContain('Maria');
  expect((await piped('--city', 'nova gai', '-o', 'id')).stdout).toBe('3\n');
  expect((await piped('silva', '--city', 'porto', '-o', 'id')).stdout).toBe('2\n');
  expect(await piped('--city', 'nowhere')).toMatchObject({
    stdout: '',
    stderr: 'no patients found with this in the city\n',
  });
  expect(await piped('--city', ' ')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--city is empty') });
});

test('a script gets the names alone, and nothing is told of cities', async () => {
  expect(await piped('porto', '-o', 'id')).toMatchObject({ stdout: '1\n4\n', stderr: '' });
});

test('a list of Mueller left Müller out without a word, where a Mueller was there, too', async () => {
  const ids = [];
  for (const name of ['Eva Mueller', 'Jan Müller', 'Zoé Muller']) {
    ids.push((await service.patient('POST', '/patients', { form: { 'patient[name]': name } })).patient.id);
  }
  const { stdout, stderr } = await shown('mueller');
  expect(stdout).toContain('Eva Mueller');
  expect(stdout).not.toContain('Jan');
  expect(stderr).toContain(
    `1 more patient has this name in another spelling\nnext: recon show ${ids[1]} (to see who it is)\n`,
  );
  expect((await shown('eva')).stderr).not.toContain('spelling');
  expect((await shown('mueller', '-q')).stderr).not.toContain('spelling');
});
