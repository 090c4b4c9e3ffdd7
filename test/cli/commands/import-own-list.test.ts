import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';

// A list that the service gave, corrected by somebody and taken back.

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  for (const [name, phone] of [
    ['Ana Listed', '+351 912 000 401'],
    ['Bea Listed', '+351 912 000 402'],
  ] as const) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name, 'patient[phone]': phone } });
  }
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const run = (...args: string[]) => runMain(args, environment);
const count = async () => (await run('list', '--all', '-o', 'id')).stdout.trim().split('\n').length;
const put = (name: string, text: string) => {
  const path = join(home.folder, name);
  writeFileSync(path, text);
  return path;
};

test.each(['csv', 'ndjson'])(
  'a name and a number that were corrected in it made second patients: %s',
  async (format) => {
    const before = await count();
    const { stdout } = await run('list', '--all', '-o', format);
    const list = put(`own.${format}`, stdout.replace('Ana Listed', 'Ana Corrected').replace('000 402', '000 999'));
    for (const more of [['--dry-run'], []]) {
      const { exitCode, stderr } = await run('patients', 'import', list, ...more);
      expect(exitCode, stderr).toBe(0);
      expect(stderr).toContain('is patient 1, but with another name: recon update 1 --name NAME');
      expect(stderr).toContain('is patient 2, but with another phone: recon update 2 --phone PHONE');
      expect(stderr).toMatch(more.length > 0 ? /0 new, 2 already there/ : /^0 created · 2 already there/m);
    }
    expect(await count()).toBe(before);
  },
);

test('the list of another service, whose numbers are those of others here, is created', async () => {
  const { stdout } = await run('list', '--all', '-o', 'csv');
  const [head = '', first = ''] = stdout.split('\n');
  const elsewhere = first.replace(/^1,[^,]+,Ana Listed,/, '1,0123456789abcdef01234567,Zoe Elsewhere,');
  const list = put('elsewhere.csv', `${head}\n${elsewhere.replace('000 401', '000 777')}\n`);
  const { stderr } = await run('patients', 'import', list);
  expect(stderr).toMatch(/^1 created/m);
});

test('an own row with another number in its place, and nobody there, is created', async () => {
  const { stdout } = await run('list', '--all', '-o', 'csv');
  const [head = '', first = ''] = stdout.split('\n');
  const gone = first.replace(/^1,([^,]+),Ana Listed,/, '4711,$1,Gil Gone,').replace('000 401', '000 778');
  const { stderr } = await run('patients', 'import', put('gone.csv', `${head}\n${gone}\n`));
  expect(stderr).toMatch(/^1 created/m);
});
