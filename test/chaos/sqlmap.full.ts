import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openAccounts, startService } from '../../src/service/start.ts';
import { openSqlite } from '../../src/system/sqlite.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openServer } from '../support/open-server.ts';
import { postgresPrograms } from '../support/postgres.ts';
import { requireTool, toolPath } from '../support/require-tool.ts';
import { workerNamed } from '../support/running-service.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openSharedPlaces } from '../support/test-places.ts';
import { openTable } from './scale.ts';

const table = openTable('What sqlmap finds', ['database', 'target', 'requests', 'found']);

/** Where its payloads go is marked by `*`. */
interface Target {
  path: string;
  method?: string;
  form?: string;
  header?: string;
}

const FIELDS = ['name', 'email', 'gender', 'phone', 'country', 'address', 'city', 'postal_code', 'state'];
const form = (names: readonly string[]) => names.map((name) => `${encodeURIComponent(name)}=a*`).join('&');

const TARGETS: readonly Target[] = [
  { path: '/patients?name=a*&email=b*' },
  { path: '/patients?id=1*&page=1*&per_page=10*' },
  { path: '/patients?id[]=1*&id[]=2*' },
  { path: '/patients/1*' },
  { path: '/patients/1*/download?type=mammo*' },
  { path: '/patients/1*/invitation?reconstruction_type=mammo*' },
  // Its own account is no sub account: the patient stays.
  { path: '/patients/1*/transfer/1*', method: 'POST' },
  { path: '/patients/1', method: 'PUT', form: form(FIELDS.map((field) => `patient[${field}]`)) },
  {
    path: '/patients/1/after',
    method: 'POST',
    form: form(['type', 'provider', 'nipple_to_nipple', 'hipline'].map((field) => `reconstruction[${field}]`)),
  },
  { path: '/patients', method: 'POST', form: 'patient%5Bname%5D=a', header: 'Idempotency-Key: k*' },
  { path: '/patients', header: 'Authorization: Bearer x*' },
  { path: '/invitations/abc*' },
  { path: '/images/1*/abc*?expires=9999999999*&signature=x*' },
];

/** By themselves no reason to stop. */
const REFUSALS = '400,401,403,404,405,409,413,415,422';

/** Debian's sqlmap, without the techniques that only measure time: on a busy machine they find what is not there. */
async function sqlmap(
  url: string,
  { path, method = 'GET', form: data, header }: Target,
  { token, dbms }: { token: string; dbms: string },
) {
  const output = await mkdtemp(join(tmpdir(), 'recon-sqlmap-'));
  const headers = [header ?? `Authorization: Bearer ${token}`];
  if (header?.startsWith('Idempotency') === true) headers.push(`Authorization: Bearer ${token}`);
  const args = ['--batch', '--flush-session', '--disable-coloring', '--output-dir', output, '--dbms', dbms];
  const depth = ['--level', '2', '--risk', '1', '--technique', 'BEUSQ', '--skip-waf', '--ignore-code', REFUSALS];
  const sent = ['--method', method, ...(data === undefined ? [] : ['--data', data])];
  const words = [
    '-u',
    `${url}${path}`,
    ...sent,
    ...headers.flatMap((one) => ['-H', one]),
    ...args,
    ...depth,
    '-v',
    '3',
  ];
  // It would read targets from a pipe.
  const { stdout } = await execa(toolPath('sqlmap')!, words, { stdin: 'ignore' }).finally(() =>
    rm(output, { recursive: true, force: true }),
  );
  return {
    requests: (stdout.match(/\[PAYLOAD\]/g) ?? []).length,
    // Its last word: what only seemed to be one has been tried again by then.
    isFound: stdout.includes('identified the following injection point'),
    isToldClean: stdout.includes('all tested parameters do not appear to be injectable'),
    stdout,
  };
}

describe.skipIf(!requireTool('sqlmap'))('sqlmap', () => {
  test('finds what is planted', { timeout: 300_000 }, async () => {
    const database = await openSqlite(join(tempFolder(), 'planted.db'));
    database.exec("create table patients (name text); insert into patients values ('Ana')");
    const server = await openServer((request, response) => {
      const name = new URL(request.url!, 'http://x').searchParams.get('name');
      try {
        const rows = database.prepare(`select name from patients where name = '${name}'`).all();
        response.end(JSON.stringify(rows));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
    onTestFinished(() => server.close());
    const { isFound, requests } = await sqlmap(server.url, { path: '/?name=Ana*' }, { token: 'x', dbms: 'SQLite' });
    table.row(['planted', '/?name=Ana*', requests, isFound ? 'yes' : 'no']);
    expect(isFound).toBe(true);
  });

  test.each([
    ['SQLite', false],
    ['PostgreSQL', true],
  ] as const)('finds nothing on %s', { timeout: 3_000_000 }, async (dbms, isShared) => {
    if (isShared && postgresPrograms() === undefined) return;
    const dataFolder = tempFolder();
    const shared = isShared ? await openSharedPlaces(dataFolder) : undefined;
    const places = shared?.places ?? { dataFolder };
    const accounts = await openAccounts(places);
    const token = (await (isShared ? accounts.add('main') : accounts.newToken('main'))).token;
    await accounts.add('branch', 'main');
    await accounts.close();
    const service = await startService({
      ...places,
      ...{ host: '127.0.0.1', port: 0, clock: systemClock, guesses: { tokens: 1e9, invitations: 1e9 } },
      ...{ workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() },
    });
    onTestFinished(async () => {
      await service.stop(0);
      await shared?.drop();
    });
    const make = () =>
      fetch(`${service.url}/patients`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams({ 'patient[name]': 'Ana', 'patient[email]': 'ana@b.example' }),
      });
    for (let patients = 0; patients < 3; patients++) expect((await make()).status).toBe(201);
    const found: string[] = [];
    for (const target of TARGETS) {
      const { requests, isFound, isToldClean, stdout } = await sqlmap(service.url, target, { token, dbms });
      const { method = 'GET', path, header = '' } = target;
      table.row([dbms, `${method} ${path} ${header}`, requests, isFound ? 'yes' : 'no']);
      if (isFound || !isToldClean || requests === 0) found.push(`${method} ${path}: ${stdout.slice(-1_500)}`);
    }
    expect(found).toEqual([]);
  });
});
