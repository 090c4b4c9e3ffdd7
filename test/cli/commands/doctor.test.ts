import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../../src/service/accounts.ts';
import type { OpenedPlaces } from '../../../src/service/open-places.ts';
import { fileIdsIn } from '../../support/data-folders.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, openStoreOf, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  await service.patient('POST', '/patients', { form: await faceForm() });
});
afterAll(() => Promise.all([service.close(), home.remove()]));

interface Finding {
  state: string;
  about: string;
  found: string;
  fix: string;
}

async function doctor(...args: string[]): Promise<{ exitCode: number | undefined; wrong: Finding[]; all: Finding[] }> {
  const { exitCode, stdout } = await runMain(['doctor', '--json', ...args], home.environment);
  const all = (JSON.parse(stdout) as { findings: Finding[] }).findings;
  return { exitCode, all, wrong: all.filter(({ state }) => state === 'wrong') };
}
const ofService = (...args: string[]) => doctor('--data', service.dataFolder, ...args);

/** Plants a fault in the database; the returned function takes it away. */
async function plant(fault: string, cure: string): Promise<() => Promise<void>> {
  const run = async (text: string) => {
    const { store, close }: OpenedPlaces = await openStoreOf(service);
    await sql.raw(text).execute(store.db);
    await close();
  };
  await run(fault);
  return () => run(cure);
}

const HOUR_AGO = `(${Date.now()} - 7200000)`;
const FAULTS: readonly [about: string, found: RegExp, fix: RegExp, plant: () => Promise<() => Promise<void>>][] = [
  [
    'records',
    /^1 lack files/,
    /put the files back/,
    () => plant('update reconstructions set is_incomplete = 1', 'update reconstructions set is_incomplete = 0'),
  ],
  [
    'queue',
    /^1 generations wait or run, the oldest since 20/,
    /recon serve/,
    () =>
      plant(
        `update jobs set state = 'queued', lease_until = 0, created_at = ${HOUR_AGO}`,
        `update jobs set state = 'done'`,
      ),
  ],
  [
    'audit',
    /^lines wait since 2026-01-01/,
    /recon serve/,
    () => plant(`insert into audit_inbox (line) values ('{"time":"2026-01-01T00:00:00Z"}')`, 'delete from audit_inbox'),
  ],
  [
    'tokens',
    /^none works$/,
    /recon accounts tokens add/,
    () => plant('update tokens set revoked_at = 1', 'update tokens set revoked_at = null'),
  ],
  [
    'privacy',
    /^other users of this machine may reach .*token$/,
    /^chmod go= /,
    async () => {
      const path = join(service.dataFolder, 'token');
      await chmod(path, 0o644);
      return () => chmod(path, 0o600);
    },
  ],
  [
    'quarantine',
    /^1 files that no record explains/,
    /look at them/,
    async () => {
      const folder = join(service.dataFolder, 'quarantine');
      await mkdir(folder);
      await writeFile(join(folder, 'x'), 'x');
      return () => rm(folder, { recursive: true });
    },
  ],
];

test('a sound service has nothing wrong', async () => {
  await service.stop();
  const { exitCode, all } = await ofService('--files');
  expect(all.filter(({ state, about }) => state !== 'ok' && about !== 'disk')).toEqual([]);
  expect(all.map(({ about }) => about)).toEqual([
    ...[
      'database and files',
      'disk',
      'privacy',
      'records',
      'quarantine',
      'queue',
      'audit',
      'tokens',
      'backup',
      'clock',
    ],
    ...['files', 'audit'],
  ]);
  expect(exitCode).toBe(all.some(({ state }) => state === 'wrong') ? 7 : 0);
});

test.each(FAULTS)('%s: a planted fault is found, with what to do', async (about, found, fix, plantIt) => {
  const cure = await plantIt();
  const { exitCode, wrong } = await ofService();
  await cure();
  expect(wrong.filter((finding) => finding.about === about)).toEqual([
    { state: 'wrong', about, found: expect.stringMatching(found), fix: expect.stringMatching(fix) },
  ]);
  expect(exitCode).toBe(7);
});

test('a token that expires within a week is found by its label', async () => {
  const accounts = await openAccounts(service.places);
  await accounts.addToken('main', { label: 'front desk', scope: 'read', lifetimeMs: 86_400_000 });
  await accounts.close();
  const { wrong } = await ofService();
  expect(wrong.find(({ about }) => about === 'tokens')?.found).toBe('these expire within a week: "front desk"');
});

test('with --files a missing file and a changed line of the audit are found', async () => {
  const [id] = await fileIdsIn(service.dataFolder, 'files');
  await rm(join(service.dataFolder, 'files', id!.slice(0, 2), id!));
  await plant(`update audit_lines set line = replace(line, '201', '202')`, 'select 1');
  const { wrong, exitCode } = await ofService('--files');
  expect(wrong.find(({ about }) => about === 'files')?.found).toMatch(
    new RegExp(`of patient 1 is missing \\(${id}\\)`),
  );
  expect(wrong.find(({ about }) => about === 'audit')?.found).toMatch(/^line \d+ is not as it was written$/);
  expect(exitCode).toBe(7);
});

test('a database that cannot be opened is a finding too', async () => {
  const path = join(service.dataFolder, 'recon.db');
  await rm(`${path}-wal`, { force: true });
  await writeFile(path, 'no database at all');
  const { wrong, exitCode } = await ofService();
  expect([exitCode, wrong]).toEqual([
    7,
    [
      {
        ...{ state: 'wrong', about: 'database and files', found: expect.stringContaining('has a damaged database') },
        fix: expect.stringContaining('bring back a copy of the whole folder'),
      },
    ],
  ]);
});

test('of somebody who is not logged in, and whose service is away, it tells so', async () => {
  const nobody = await doctor();
  expect(nobody.exitCode).toBe(7);
  expect(nobody.wrong.find(({ about }) => about === 'service')?.fix).toContain('recon login');
  expect(nobody.all.find(({ about }) => about === 'photos')).toMatchObject({ state: 'ok' });
  const away = await runMain(['doctor', '--json', '--base-url', 'http://127.0.0.1:9'], {
    ...home.environment,
    RECON_TOKEN: `rcn_${'x'.repeat(43)}`,
  });
  const [found] = (JSON.parse(away.stdout) as { findings: Finding[] }).findings.filter(
    ({ about }) => about === 'service',
  );
  expect(found).toMatchObject({ state: 'wrong', found: expect.stringMatching(/ECONNREFUSED|refused|reach/i) });
});
