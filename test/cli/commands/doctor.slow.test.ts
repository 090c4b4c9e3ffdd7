import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readPackageInfo } from '../../../src/cli/package-info.ts';
import { systemClock } from '../../../src/clock.ts';
import { openConfiguration } from '../../../src/config/configuration.ts';
import type { Finding } from '../../../src/contract/finding.ts';
import type { Step } from '../../../src/core/journal/entry.ts';
import { openJournal } from '../../../src/core/journal/journal.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import { knownPlaces } from '../../../src/service/backup/last-backup.ts';
import { noteBackup } from '../../../src/service/backup/note-backup.ts';
import { lookAtService } from '../../../src/service/doctor/look-at-service.ts';
import { openPlaces } from '../../../src/service/open-places.ts';
import { openSqlite } from '../../../src/system/sqlite.ts';
import { planned } from '../../core/journal/opened-journal.ts';
import { httpServer, listening } from '../../http/servers.ts';
import { fileIdsIn } from '../../support/data-folders.ts';
import { type Told, toldBy } from '../../support/doctor-findings.ts';
import { openTestDatabase, postgresPrograms } from '../../support/postgres.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { openS3 } from '../../support/s3-server.ts';
import { faceForm } from '../../support/service-forms.ts';
import { canMount, openSmallDisk } from '../../support/small-disk.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { startTunnelProxy } from '../../support/tunnel-proxy.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
/** The data of a service that was stopped, with a patient and a model; each fault gets a copy. */
let sound: string;
let home: ReconHome;
let tokenFile: string;

beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  for (const seed of [1, 2]) await service.patient('POST', '/patients', { form: await faceForm(seed) });
  await service.restart({ withoutWorker: false });
  await service.stop();
  sound = join(home.folder, 'sound');
  copy(service.dataFolder, sound);
  await service.restart();
  tokenFile = join(home.folder, 'token');
  writeFileSync(tokenFile, service.token, { mode: 0o600 });
});
afterAll(() => Promise.all([service.close(), home.remove()]));

/** Modes and times stay. */
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);

interface Fault {
  name: string;
  about: string;
  fix: RegExp;
  found?: RegExp;
  skip?: boolean;
  /** What is typed, and the variables that the fault takes. */
  plant(): Promise<{ args?: string[]; variables?: Record<string, string> }>;
}

/** Exactly this line is wrong, and its advice names the fix. */
async function expectFound(
  { about, fix, found = /./, plant }: Fault,
  typed: string[],
  variables: Record<string, string>,
) {
  const planted = await plant();
  const environment = { ...home.environment, ...variables, ...planted.variables };
  const { exitCode, wrong } = toldBy(
    await runMain(['doctor', '--json', ...typed, ...(planted.args ?? [])], environment),
  );
  expect(wrong).toEqual([
    { state: 'wrong', about, found: expect.stringMatching(found), fix: expect.stringMatching(fix) },
  ]);
  expect(exitCode).toBe(7);
}

describe('of who types it', () => {
  const variables = () => ({ RECON_BASE_URL: service.url, RECON_TOKEN_FILE: tokenFile });
  const ownToken = (text: string, mode = 0o600) => {
    const path = join(tempFolder(), 'token');
    writeFileSync(path, text, { mode });
    return { variables: { RECON_TOKEN_FILE: path } };
  };
  const stateOf = async (fill: (folder: string) => Promise<void>) => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'recon'), { mode: 0o700 });
    await fill(join(folder, 'recon', 'journal'));
    return { variables: { XDG_STATE_HOME: folder } };
  };
  const withOpenChange = async (folder: string) => {
    const scope = { profile: 'default', service: service.url };
    const journal = await openJournal({ folder, scope, holder: service.token, clock: systemClock });
    const change = { deed: 'create' as const, patient: { name: 'Ana Sample' }, allowSame: false };
    const sent: Step = { state: 'sent', baseline: { ids: [] }, keyUntil: 0, inDoubt: false };
    await planned(journal, { deed: 'create', subject: 'ana', request: 'r1' }, change, sent);
    await journal.close();
  };
  const proxied = async (options: { login?: string; fateOf?(): 'hang' }) => {
    const proxy = await startTunnelProxy({ toPort: 9, ...options });
    onTestFinished(proxy.close);
    const url = proxy.url.replace(/\/\/.*@/, '//');
    return { args: ['--timeout', '1s'], variables: { RECON_BASE_URL: 'https://clinic.example', HTTPS_PROXY: url } };
  };

  test('nothing is wrong', async () => {
    const { exitCode, all } = toldBy(await runMain(['doctor', '--json'], { ...home.environment, ...variables() }));
    expect(all.map(({ state, about }) => [state, about])).toEqual(
      [
        ...[
          'photos',
          'settings',
          'disk',
          'copies of photos',
          'open changes',
          'journal',
          'token',
          'service',
          'clock',
          'service database and files',
        ],
        ...['disk', 'records', 'quarantine', 'workers', 'queue', 'audit', 'tokens', 'backup', 'database clock'].map(
          (about) => `service ${about}`,
        ),
      ].map((about) => ['ok', about]),
    );
    expect(exitCode).toBe(0);
  });

  test('a service elsewhere tells a token of the scope admin what is wrong there, and others nothing', async () => {
    const accounts = await openAccounts(service.places);
    const { token } = await accounts.addToken('main', { label: 'front desk', scope: 'write', lifetimeMs: 3_600_000 });
    await accounts.close();
    const { store, close } = await openPlaces(service.places, systemClock, () => {});
    await sql.raw(`update tokens set created_at = created_at - 36000000 where label = 'front desk'`).execute(store.db);
    await close();
    const doctor = async (own = {}, ...flags: string[]) =>
      toldBy(await runMain(['doctor', '--json', ...flags], { ...home.environment, ...variables(), ...own }));
    expect(await doctor()).toMatchObject({
      exitCode: 7,
      wrong: [
        {
          about: 'service tokens',
          found: expect.stringMatching(/^these end soon: "front desk" of main \(\d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/),
          fix: expect.stringMatching(/^recon accounts tokens add NAME/),
        },
      ],
    });
    const inFull = await doctor({}, '--files');
    expect(inFull.all.at(-1)).toMatchObject({
      state: 'skipped',
      about: 'service files',
      found: expect.stringMatching(/^not looked at/),
    });
    const { exitCode, all } = await doctor(ownToken(token).variables);
    expect([exitCode, all.at(-1)]).toMatchObject([
      7,
      {
        ...{ state: 'skipped', about: 'service inside' },
        found: 'not looked at: that needs a token of the scope admin',
      },
    ]);
    const typed = { ...home.environment, ...variables(), ...ownToken(token).variables };
    const lines = (await runMain(['doctor'], typed)).stderr.trim().split('\n');
    expect(lines).toEqual([
      'recon: nothing is known to be wrong, but not everything was looked at',
      '  service inside: not looked at: that needs a token of the scope admin',
      '  Try: a front desk needs no such token; whoever keeps the service looks on its machine: recon doctor (with --data DIR where it is not the usual folder)',
    ]);
    // The profile of the desk is none on that machine.
    const inProfile = await runMain(['doctor', '--trial', '--profile', 'default'], typed);
    expect(inProfile.stderr).toContain('looks on its machine: recon doctor --trial (with --data DIR');
    // Above it a terminal shows what to do, once.
    const typing = await typeMain(['doctor'], typed, []);
    expect(typing.stdout).toContain('To do about service inside:');
    expect(
      typing.stderr
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(lines.slice(0, -1).map((line) => line.trim()));
    const changing = await openAccounts(service.places);
    await changing.revokeToken('main', 'front desk');
    await changing.close();
  });

  const askAnother = async () => {
    const asked: string[] = [];
    const { url } = await httpServer((request, response) => {
      asked.push(request.url!);
      response.setHeader('content-type', 'application/json');
      response.end('{"patients":[],"meta":{}}');
    });
    const doctor = async (...flags: string[]) =>
      await runMain(['doctor', ...flags, '--json'], { ...home.environment, ...variables(), RECON_BASE_URL: url });
    expect((await doctor()).exitCode).toBe(0);
    const inFull = await doctor('--trial', '--files');
    expect(asked).toEqual(['/patients?id=0&per_page=1', '/patients?id=0&per_page=1']);
    return inFull;
  };

  test('a trial that the process which answers cannot make is skipped, and nothing is wrong', async () => {
    const variables = { RECON_BASE_URL: service.url, RECON_TOKEN_FILE: tokenFile };
    const told = toldBy(await runMain(['doctor', '--trial', '--json'], { ...home.environment, ...variables }));
    expect(told.wrong.filter(({ about }) => about === 'service generation')).toEqual([]);
    expect(told.all.find(({ about }) => about === 'service generation')).toMatchObject({ state: 'skipped' });
  });

  test('a token file with a byte order mark is as good as one without', async () => {
    const own = ownToken(`\uFEFF${service.token}\r\n`).variables;
    const { all } = toldBy(await runMain(['doctor', '--json'], { ...home.environment, ...variables(), ...own }));
    expect(all.find(({ about }) => about === 'service')).toMatchObject({ state: 'ok' });
  });

  test('another service is asked for nothing of ours', async () => {
    await askAnother();
  });

  test('what a flag asks for and nobody looks at is skipped, and that is no success', async () => {
    const inFull = await askAnother();
    const { exitCode, all, wrong } = toldBy(inFull);
    expect([exitCode, wrong]).toEqual([7, []]);
    const skipped = all.filter(({ state }) => state === 'skipped').map(({ about, found }) => `${about}: ${found}`);
    expect(skipped).toEqual([
      expect.stringMatching(/^service generation: not tried: /),
      expect.stringMatching(/^service files: not looked at: /),
    ]);
    expect(inFull.stderr).toContain('not everything was looked at');
  });

  test('the version of a service is told where it tells it, and no other one is asked for it', async () => {
    const answering = async (version: string) => {
      const { url } = await httpServer((_, response) => {
        response.setHeader('content-type', 'application/json');
        if (version !== '') response.setHeader('recon-version', version);
        response.end('{"patients":[],"meta":{}}');
      });
      const environment = { ...home.environment, ...variables(), RECON_BASE_URL: url };
      const { exitCode, all } = toldBy(await runMain(['doctor', '--json'], environment));
      return [exitCode, all.find(({ about }) => about === 'version')?.found];
    };
    const { version } = readPackageInfo();
    expect(await answering(version)).toEqual([0, `the service is recon ${version}`]);
    const apart = `the service is recon 0.1.7, and this is recon ${version}: what is new in one of them may be missing`;
    expect(await answering('0.1.7')).toEqual([0, apart]);
    for (const none of ['', 'nginx', '1.2.3 <script>']) expect(await answering(none)).toEqual([0, undefined]);
  });

  test('each service has a heading with its address, and no token is in it', async () => {
    const folder = tempFolder();
    const local = { 'base-url': 'http://127.0.0.1:9', 'token-file': join(sound, 'token') };
    mkdirSync(join(folder, 'recon'), { mode: 0o700 });
    const config = JSON.stringify({ version: 1, profile: 'local', profiles: { local } });
    writeFileSync(join(folder, 'recon', 'config.json'), config, { mode: 0o600 });
    const own = { ...home.environment, XDG_CONFIG_HOME: folder };
    const headings = async (more: Record<string, string>, ...flags: string[]) => {
      const { stdout } = await runMain(['doctor', '-o', 'table', ...flags], { ...own, ...more });
      expect(stdout).not.toContain(service.token);
      return stdout.split('\n').filter((line) => /^(This|The) /.test(line));
    };
    const elsewhere = `The service at ${service.url}`;
    expect(await headings(variables())).toEqual([
      'This computer',
      elsewhere,
      `The service in ${sound}, at http://127.0.0.1:9`,
    ]);
    // Whoever types another service does not ask about the one of this machine.
    const typed = ['--base-url', service.url];
    expect(await headings({ RECON_TOKEN_FILE: tokenFile }, ...typed)).toEqual(['This computer', elsewhere]);
    const ofLocal = `The service at http://127.0.0.1:9, profile local, in ${sound}`;
    expect(await headings({}, '--profile', 'local')).toEqual(['This computer', ofLocal]);
    expect(await headings({})).toEqual(['This computer', ofLocal]);
    expect(await headings({}, '--data', sound)).toEqual([`The service in ${sound}, at http://127.0.0.1:9`]);
    expect(await headings({}, '--data', service.dataFolder)).toEqual([`The service in ${service.dataFolder}`]);
    // The token says which folder's service is asked.
    const named = { RECON_BASE_URL: service.url, RECON_TOKEN_FILE: join(service.dataFolder, 'token') };
    expect(await headings(named)).toEqual(['This computer', `${elsewhere}, in ${service.dataFolder}`]);
  });

  test('-q says nothing where all is well, and only what is wrong elsewhere', async () => {
    const quietly = (more = {}, ...flags: string[]) =>
      runMain(['doctor', '-q', ...flags], { ...home.environment, ...variables(), ...more });
    expect(await quietly()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    const wrong = await quietly(ownToken(service.token, 0o644).variables);
    expect([wrong.exitCode, wrong.stdout]).toEqual([7, expect.stringMatching(/^wrong\ttoken\tothers can read .*\n$/)]);
    const well = await quietly({}, '--json');
    expect([well.exitCode, JSON.parse(well.stdout)]).toEqual([0, { findings: [] }]);
    expect(await quietly({}, '-o', 'table')).toMatchObject({ exitCode: 0, stdout: '' });
    const open = ownToken(service.token, 0o644).variables;
    expect(toldBy(await quietly(open, '--json')).all.map(({ about }) => about)).toEqual(['token']);
    const missed = await quietly({}, '--files');
    expect([missed.exitCode, missed.stdout]).toEqual([7, expect.stringMatching(/^skipped\tservice files\t.*\n$/)]);
  });

  test('what to type stands below, whole and alone on its line', async () => {
    const { variables: environment } = ownToken(service.token, 0o644);
    const { stdout } = await runMain(['doctor', '-o', 'table'], {
      ...home.environment,
      ...variables(),
      ...environment,
    });
    expect(stdout).toContain(`\nTo do about token:\n  chmod 600 ${environment.RECON_TOKEN_FILE}\n`);
    const { variables: open } = await stateOf(withOpenChange);
    const typed = await typeMain(['doctor'], { ...home.environment, ...variables(), ...open }, []);
    expect(typed.stdout).toMatch(/\nwrong {4}open changes +1 is open\n/);
    expect(typed.stdout).toContain('\nTo do about open changes:\n  recon resume\n');
  });

  test('a sentence of what to do is broken at blanks', async () => {
    const accounts = await openAccounts(service.places);
    const { token } = await accounts.add('narrow');
    await accounts.setDisabled('narrow', true);
    await accounts.close();
    const typed = { ...home.environment, ...variables(), ...ownToken(token).variables };
    const { stdout } = await typeMain(['doctor'], typed, [], { columns: 60 });
    expect(stdout.replace(/\s+/g, ' ')).toContain('To do about token: the account was disabled: ask whoever runs');
    for (const line of stdout.split('\n')) expect(line.trimEnd().length).toBeLessThanOrEqual(60);
  });

  test.each([
    ['--data', 'somewhere', '--base-url', 'http://127.0.0.1:9'],
    ['--data', 'somewhere', '--profile', 'trial'],
    ['--database', 'postgres://127.0.0.1/x', '--base-url', 'http://127.0.0.1:9'],
  ])('%s %s with %s is refused', async (...flags) => {
    const { exitCode, stderr } = await runMain(['doctor', ...flags], home.environment);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`takes no ${flags[2]} with it`)]);
  });

  test('a token in a plain file is no fault where no keyring answers, as its login has offered it', async () => {
    const own = await makeHome();
    onTestFinished(own.remove);
    const login = ['login', '--base-url', service.url, '--token-stdin', '--insecure-storage'];
    expect((await runMain(login, own.environment, service.token)).exitCode).toBe(0);
    const { exitCode, all } = toldBy(await runMain(['doctor', '--json'], own.environment));
    const token = all.find(({ about }) => about === 'token');
    expect(token).toMatchObject({ state: 'ok', found: expect.stringMatching(/^is in a plain file, .*: no keyring/) });
    expect(exitCode).toBe(0);
  });

  const FAULTS: readonly Fault[] = [
    {
      name: 'a token of a disabled account',
      about: 'token',
      fix: /^the account was disabled: ask whoever runs the service to enable it/,
      async plant() {
        const accounts = await openAccounts(service.places);
        const { token } = await accounts.add('disabled-desk');
        await accounts.setDisabled('disabled-desk', true);
        await accounts.close();
        return ownToken(token);
      },
    },
    {
      name: 'a settings file that is none',
      about: 'settings',
      fix: /^mend it, or move it away to begin anew: mv -i .*config\.json/,
      async plant() {
        const folder = tempFolder();
        mkdirSync(join(folder, 'recon'), { mode: 0o700 });
        writeFileSync(join(folder, 'recon', 'config.json'), '{"profiles": nothing', { mode: 0o600 });
        return { variables: { XDG_CONFIG_HOME: folder } };
      },
    },
    {
      name: 'a token file that others can read',
      about: 'token',
      fix: /^chmod 600 .*token$/,
      plant: async () => ownToken(service.token, 0o644),
    },
    {
      name: 'no token',
      about: 'token',
      fix: /^recon login --base-url .*token that whoever runs the service gave you/,
      plant: async () => ({ variables: { RECON_TOKEN_FILE: '' } }),
    },
    {
      name: 'a token file that is not there',
      about: 'token',
      fix: /^put a token there, or name another file in RECON_TOKEN_FILE/,
      plant: async () => ({ variables: { RECON_TOKEN_FILE: join(tempFolder(), 'none') } }),
    },
    { name: 'half a token', about: 'token', fix: /copy the token again/, plant: async () => ownToken('rcn half') },
    {
      name: 'a token that the service refuses',
      about: 'token',
      fix: /^a new token in RECON_TOKEN_FILE \(.*token\), which goes before a login/,
      plant: async () => ownToken(`rcn_${'x'.repeat(43)}`),
    },
    {
      name: 'a clock that is days off',
      about: 'clock',
      fix: /set the clock/,
      async plant() {
        const { url } = await httpServer((_, response) => {
          response.setHeader('date', new Date(Date.now() - 3 * 86_400_000).toUTCString());
          response.setHeader('content-type', 'application/json');
          response.end('{"patients":[],"meta":{}}');
        });
        return { variables: { RECON_BASE_URL: url } };
      },
    },
    {
      name: 'a web page in the place of a service',
      about: 'service',
      fix: /^the right address in RECON_BASE_URL; a login page or proxy may stand between/,
      async plant() {
        const { url } = await httpServer((_, response) => {
          response.setHeader('content-type', 'text/html');
          response.end('<!doctype html><title>Log in to this network</title>');
        });
        return { variables: { RECON_BASE_URL: url } };
      },
    },
    {
      name: 'an answer of another interface',
      about: 'service',
      fix: /^the right address in RECON_BASE_URL/,
      async plant() {
        const { url } = await httpServer((_, response) => {
          response.setHeader('content-type', 'application/json');
          response.end('{"status":"up"}');
        });
        return { variables: { RECON_BASE_URL: url } };
      },
    },
    {
      name: 'a service that is away',
      about: 'service',
      fix: /^check the address, which is from RECON_BASE_URL; if it is right, recon serve/,
      plant: async () => ({ variables: { RECON_BASE_URL: 'http://127.0.0.1:9' } }),
    },
    {
      name: 'a proxy that refuses',
      about: 'service',
      fix: /HTTPS_PROXY=http:\/\/USER:PASSWORD@/,
      plant: () => proxied({ login: 'ana:geheim' }),
    },
    {
      name: 'a proxy that hangs',
      about: 'service',
      fix: /NO_PROXY=clinic\.example/,
      plant: () => proxied({ fateOf: () => 'hang' }),
    },
    {
      name: 'a disk that is full',
      about: 'disk',
      fix: /^make room where .*: 100 MB should be free$/,
      skip: !canMount(),
      plant: async () => ({ variables: { XDG_STATE_HOME: openSmallDisk('1m').folder } }),
    },
    {
      name: 'a disk that can only be read',
      about: 'disk',
      fix: /XDG_STATE_HOME/,
      skip: !canMount(),
      async plant() {
        const { folder } = openSmallDisk('200m');
        execFileSync('mount', ['-o', 'remount,ro', folder]);
        return { variables: { XDG_STATE_HOME: folder } };
      },
    },
    {
      name: 'a change that is open',
      about: 'open changes',
      fix: /^recon resume/,
      plant: () => stateOf(withOpenChange),
    },
    {
      name: 'a damaged journal',
      about: 'journal',
      fix: /look at the service for what was changed last; then move /,
      plant: () =>
        stateOf(async (folder) => {
          mkdirSync(folder, { mode: 0o700 });
          writeFileSync(join(folder, 'x.jsonl'), Buffer.from([0, 1, 2, 255, 10]), { mode: 0o600 });
        }),
    },
  ];

  test.each(FAULTS.filter(({ skip }) => skip !== true).map((fault) => [fault.name, fault] as const))(
    '%s is found',
    (_, fault) => expectFound(fault, [], variables()),
  );

  test('what a kill leaves of a line is no damage', async () => {
    const { variables: state } = await stateOf(async (folder) => {
      await withOpenChange(folder);
      const [name] = readdirSync(folder).filter((one) => one.endsWith('.jsonl'));
      appendFileSync(join(folder, name!), '\n{"v":1,"entry":"ab');
    });
    const { wrong } = toldBy(await runMain(['doctor', '--json'], { ...home.environment, ...variables(), ...state }));
    expect(wrong.map(({ about }) => about)).toEqual(['open changes']);
  });
});

describe('of a service', () => {
  /** A copy, with a change by hand below the service. */
  const copied = async (change: (folder: string) => unknown = () => {}) => {
    const folder = join(tempFolder(), 'data');
    copy(sound, folder);
    await change(folder);
    return { args: ['--data', folder] };
  };
  const withRows = (...texts: string[]) =>
    copied(async (dataFolder) => {
      const { store, close } = await openPlaces({ dataFolder }, systemClock, () => {});
      for (const text of texts) await sql.raw(text).execute(store.db);
      await close();
    });
  const damaging = (path: string) => {
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
  };
  const anyFile = async (folder: string) => {
    const [id] = await fileIdsIn(folder, 'files');
    return join(folder, 'files', id!.slice(0, 2), id!);
  };
  /** The file of a photo or of a part of a model. */
  const fileNamed = async (folder: string, name: string) => {
    const { store, close } = await openPlaces({ dataFolder: folder }, systemClock, () => {});
    const { id } = await store.db.selectFrom('files').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    await close();
    return join(folder, 'files', id.slice(0, 2), id);
  };
  const HOUR_AGO = `(${Date.now() - 2 * 3_600_000})`;
  const setting = (key: string, value: string) => `insert into settings (key, value) values ('${key}', '${value}')`;
  const aged = 'update patients set created_at = 1';
  const tried = (more: object) => setting('last_backup', JSON.stringify({ begun: '2026-01-01T02:00:00Z', ...more }));

  test('nothing is wrong', async () => {
    const { args } = await copied();
    const { exitCode, wrong } = toldBy(await runMain(['doctor', '--json', '--files', ...args], home.environment));
    expect([wrong, exitCode]).toEqual([[], 0]);
  });

  test('whose model failed this week is told to who runs the service, and is no fault of it', async () => {
    const failedAt = (time: number) =>
      withRows(
        `update reconstructions set status = 'failed', reason = 'blurred. Take it again.', updated_at = ${time}`,
      );
    const toldOf = async ({ args }: { args: string[] }) => {
      const { exitCode, all } = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
      const { found, state } = all.find(({ about }) => about === 'models') ?? {};
      return [exitCode, found, state];
    };
    const found = /^failed in the last 7 days: the \w+ model of patient \d+ \(account main\): blurred/;
    const ofThisWeek = await failedAt(Date.now() - 3_600_000);
    expect(await toldOf(ofThisWeek)).toEqual([0, expect.stringMatching(found), 'warning']);
    // A timer tells it, and raises no alarm.
    const quiet = await runMain(['doctor', '-q', '-o', 'table', ...ofThisWeek.args], home.environment);
    expect([quiet.exitCode, quiet.stdout]).toEqual([0, expect.stringMatching(/^warning +models +failed in the/m)]);
    expect(quiet.stdout).not.toMatch(/^(ok|wrong)/m);
    expect(await toldOf(await failedAt(Date.now() - 8 * 86_400_000))).toEqual([0, undefined, undefined]);
  });

  const backedUp = async () => {
    const { args } = await copied();
    const folder = join(tempFolder(), 'backup');
    expect((await runMain(['backup', folder, ...args], home.environment)).exitCode).toBe(0);
    return { folder, args };
  };
  const placeOf = (told: ReturnType<typeof toldBy>) => told.all.find(({ about }) => about === 'backup place');

  test('a token that was made for one day is no fault when it is fresh, one of a year with 13 days left is', async () => {
    const looked = async (lifeDays: number, leftDays: number) => {
      const { args } = await copied(async (dataFolder) => {
        const accounts = await openAccounts({ dataFolder });
        await accounts.addToken('main', { label: 'desk', scope: 'read', lifetimeMs: leftDays * 86_400_000 });
        await accounts.close();
        const { store, close } = await openPlaces({ dataFolder }, systemClock, () => {});
        const before = (lifeDays - leftDays) * 86_400_000;
        await sql.raw(`update tokens set created_at = created_at - ${before} where label = 'desk'`).execute(store.db);
        await close();
      });
      const { all } = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
      return all.find(({ about }) => about === 'tokens')?.state;
    };
    expect(await looked(1, 0.9)).toBe('ok');
    expect(await looked(1, 0.05)).toBe('wrong');
    expect(await looked(90, 10)).toBe('ok');
    expect(await looked(365, 13)).toBe('wrong');
    expect(await looked(365, 15)).toBe('ok');
  });

  test('on the first day it is said that there is no backup, and until when one is due', async () => {
    const { args } = await withRows(`update patients set created_at = ${Date.now() - 3_600_000}`);
    const told = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    expect(told.all.find(({ about }) => about === 'backup')).toMatchObject({
      ...{ state: 'ok', fix: '' },
      found: expect.stringMatching(
        /^no backup yet; the oldest patient came \d{4}-\d\d-\d\d \d\d:\d\d, and the first is due within a day of that$/,
      ),
    });
  });

  test('that files were not looked at is said beside the records, with the flag that does', async () => {
    const { args } = await copied();
    const records = async (...flags: string[]) =>
      toldBy(await runMain(['doctor', '--json', ...args, ...flags], home.environment)).all.find(
        ({ about }) => about === 'records',
      )?.found;
    expect(await records()).toBe('none is known to lack a file; the files were not looked at (--files does)');
    expect(await records('--files')).toBe('none is known to lack a file');
  });

  test('the newest backup is looked for where it was put', async () => {
    const { folder, args } = await backedUp();
    const told = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    expect([told.exitCode, placeOf(told)]).toMatchObject([
      0,
      { state: 'ok', found: `the newest, less than an hour old, is in ${folder}` },
    ]);
  });

  const placesOf = ({ all }: ReturnType<typeof toldBy>) =>
    all.filter(({ about }) => about === 'backup place').map(({ state, found }) => [state, found]);

  test('each place that backups were made in is looked at, and told with its age', async () => {
    const { args } = await copied();
    const root = tempFolder();
    const [monday, tuesday, dated] = ['monday', 'tuesday', 'dated'].map((name) => join(root, name));
    const backUp = (to: string) => runMain(['backup', to, '-q', ...args], home.environment);
    const doctor = async () => toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    for (const to of [monday!, tuesday!]) expect((await backUp(to)).exitCode).toBe(0);
    expect(placesOf(await doctor())).toEqual([
      ['ok', `the newest, less than an hour old, is in ${tuesday}`],
      ['ok', `the last one in ${monday} is less than an hour old`],
    ]);

    const database = await openSqlite(join(args[1]!, 'recon.db'));
    const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString();
    database.prepare(`update settings set value = ? where key = ?`).run([threeDaysAgo, `backup_made ${monday}`]);
    database.close();
    const gone = await doctor();
    expect([gone.exitCode, placesOf(gone)[1]]).toEqual([
      7,
      ['wrong', `the last one in ${monday}, 3 days old, is not there any more`],
    ]);
    rmSync(monday!, { recursive: true });
    const away = await doctor();
    expect([away.exitCode, placesOf(away)[1]]).toEqual([
      0,
      ['skipped', `not looked at: ${monday} is not there now; the last one that was put there is 3 days old`],
    ]);

    // A try that fails there is told, also when a later one elsewhere went well.
    writeFileSync(monday!, 'no folder');
    expect((await backUp(monday!)).exitCode).toBe(12);
    expect((await backUp(tuesday!)).exitCode).toBe(0);
    const failed = await doctor();
    expect([failed.exitCode, placesOf(failed)[1]]).toEqual([
      7,
      [
        'wrong',
        expect.stringMatching(/^the last one in \S+monday is 3 days old; the one of \S+ failed: the folder of /),
      ],
    ]);
    for (const name of '12345') expect((await backUp(dated! + name)).exitCode).toBe(0);
    expect(placesOf(await doctor()).map(([, found]) => found!.match(/dated\d/)?.[0])).toEqual(
      [5, 4, 3, 2, 1].map((name) => `dated${name}`),
    );
  });

  test('a place that an earlier recon noted is looked at, beside those that are noted now', async () => {
    const { folder, args } = await backedUp();
    const made = new Date().toISOString();
    const database = await openSqlite(join(args[1]!, 'recon.db'));
    const note = database.prepare('update settings set value = ? where key = ?');
    note.run([made, 'last_backup_made']);
    note.run([JSON.stringify({ made, place: '/nowhere/of-before' }), 'last_backup_place']);
    database.close();
    const told = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    expect(placesOf(told)).toEqual([
      ['wrong', 'the newest is not in /nowhere/of-before any more'],
      ['ok', `the last one in ${folder} is less than an hour old`],
    ]);
  });

  test('a backup that cannot be looked at is told as such, and nothing is wrong', async () => {
    const made = new Date().toISOString();
    const place = JSON.stringify({ made, place: 's3://clinic-backup/recon/' });
    const { args } = await withRows(setting('last_backup_made', made), setting('last_backup_place', place));
    const told = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    const found = expect.stringMatching(/^not looked at: .*s3:\/\/clinic-backup/);
    const fix = 'recon backup verify s3://clinic-backup/recon/ (and --key-file FILE where it has a key)';
    expect([told.exitCode, placeOf(told)]).toMatchObject([0, { state: 'skipped', found, fix }]);
  });

  test('of a backup that an earlier recon made since, no place is known', async () => {
    const [before, made] = [new Date(Date.now() - 1000), new Date()].map((time) => time.toISOString());
    const place = JSON.stringify({ made: before, place: '/nowhere' });
    const { args } = await withRows(setting('last_backup_made', made!), setting('last_backup_place', place));
    const told = toldBy(await runMain(['doctor', '--json', ...args], home.environment));
    expect([told.exitCode, placeOf(told)]).toEqual([0, undefined]);
  });

  const FAULTS: readonly Fault[] = [
    {
      name: 'no database beside files',
      about: 'database',
      fix: /^bring back a copy of the whole folder/,
      plant: () => copied((folder) => rmSync(join(folder, 'recon.db'))),
    },
    {
      name: 'no service at all',
      about: 'database',
      fix: /^recon serve/,
      plant: async () => ({ args: ['--data', tempFolder()] }),
    },
    {
      name: 'a damaged database',
      about: 'database',
      fix: /^bring back a copy of the whole folder/,
      plant: () => copied((folder) => writeFileSync(join(folder, 'recon.db'), 'no database at all')),
    },
    {
      name: 'a database of an earlier moment than the files',
      about: 'database',
      fix: /^bring back a copy of the whole folder.*last-commit/,
      plant: () =>
        copied(async (folder) => {
          const path = join(folder, 'files', 'last-commit');
          writeFileSync(
            path,
            readFileSync(path, 'utf8').replace(
              /\d+\n$/,
              (commits) => `${String(Number(commits) + 5).padStart(15, '0')}\n`,
            ),
          );
        }),
    },
    {
      name: 'a database of an earlier recon',
      about: 'database',
      fix: /^first: recon backup TO --data \S+; then stop all processes and start one: recon serve --data/,
      plant: () =>
        copied(async (folder) => {
          const database = await openSqlite(join(folder, 'recon.db'));
          database.exec('pragma user_version = 8');
          database.close();
        }),
    },
    {
      name: 'a bucket that is not there',
      about: 'database and files',
      fix: /^make it, or give the name of another/,
      async plant() {
        const s3 = await openS3();
        onTestFinished(s3.close);
        const { args } = await copied();
        const variables = {
          AWS_ENDPOINT_URL_S3: s3.endpoint,
          AWS_ACCESS_KEY_ID: 'S3RVER',
          AWS_SECRET_ACCESS_KEY: 'S3RVER',
        };
        return { args: [...args, '--blobs', 's3://nowhere'], variables };
      },
    },
    {
      name: 'PostgreSQL that cannot be reached',
      about: 'database',
      fix: /^start PostgreSQL, or correct its place in RECON_SERVE_DATABASE/,
      plant: async () => ({ args: ['--data', tempFolder(), '--database', 'postgres://recon@127.0.0.1:9/recon'] }),
    },
    {
      name: 'a disk that is full',
      about: 'disk',
      fix: /^make room: 1\.1 GB should be free; uploads are refused when it is full$/,
      skip: !canMount(),
      async plant() {
        const folder = join(openSmallDisk('60m').folder, 'data');
        copy(sound, folder);
        return { args: ['--data', folder] };
      },
    },
    {
      name: 'a disk that can only be read',
      about: 'database',
      fix: /--data/,
      skip: !canMount(),
      async plant() {
        const disk = openSmallDisk('2g').folder;
        copy(sound, join(disk, 'data'));
        execFileSync('mount', ['-o', 'remount,ro', disk]);
        return { args: ['--data', join(disk, 'data')] };
      },
    },
    {
      name: 'a token file that others can read',
      about: 'privacy',
      fix: /^chmod go= .*token/,
      plant: () => copied((folder) => chmodSync(join(folder, 'token'), 0o644)),
    },
    {
      name: 'a folder of files that is gone',
      about: 'files',
      fix: /^put the folder back/,
      plant: () => copied((folder) => rmSync(join(folder, 'files'), { recursive: true })),
    },
    {
      name: 'a database that others can read',
      about: 'privacy',
      fix: /^chmod go= .*recon\.db/,
      plant: () => copied((folder) => chmodSync(join(folder, 'recon.db'), 0o644)),
    },
    {
      name: 'a port that another program has',
      about: 'port',
      fix: /^if the data were moved, .* else stop the other program, or: recon serve --port N/,
      async plant() {
        const { url } = await listening(createServer(), () => 0);
        const { args } = await copied();
        const folder = args[1]!;
        const config = tempFolder();
        const environment = { ...home.environment, XDG_CONFIG_HOME: config };
        const configuration = openConfiguration({ environment, platform: 'linux', flags: () => ({}) });
        await configuration.saveLocalService({ baseUrl: url, tokenFile: join(folder, 'token') });
        return { args, variables: { XDG_CONFIG_HOME: config } };
      },
    },
    {
      name: 'a record without its file',
      about: 'records',
      fix: /^put the files back as this tells of each: recon doctor --files --data /,
      async plant() {
        const planted = await withRows('update reconstructions set is_incomplete = 1');
        rmSync(await fileNamed(planted.args[1]!, 'front'));
        return planted;
      },
    },
    {
      name: 'files that no record explains',
      about: 'quarantine',
      fix: /^look at them, then delete it/,
      plant: () =>
        copied((folder) => {
          mkdirSync(join(folder, 'quarantine'));
          writeFileSync(join(folder, 'quarantine', 'x'), 'x');
        }),
    },
    {
      name: 'jobs that no worker takes',
      about: 'workers',
      fix: /^recon serve.*no process makes models/,
      plant: () => withRows(`update jobs set state = 'queued', lease_until = 0, created_at = ${HOUR_AGO}`),
    },
    {
      name: 'a job that waits since now, while no service runs on the folder',
      about: 'workers',
      fix: /^recon serve --data .*which makes the models/,
      found: /^\d+ generations? waits?, and no service runs on /,
      plant: () =>
        withRows(`update jobs set state = 'queued', lease_until = 0, created_at = ${Date.now()} where id = 1`),
    },
    {
      name: 'a job whose service was killed a moment ago',
      about: 'workers',
      fix: /^recon serve --data .*which makes the models/,
      found: /^1 generation waits, and no service runs on /,
      plant: () =>
        withRows(
          `update jobs set state = 'running', created_at = ${Date.now()}, lease_until = ${Date.now() + 60_000} where id = 1`,
        ),
    },
    {
      name: 'a job that was put off',
      about: 'workers',
      fix: /^what the service writes to stderr tells why: /,
      found: /^0 of \d+ generations are being made, and 1 was put off until later$/,
      plant: () => withRows(`update jobs set state = 'queued', lease_until = ${Date.now() + 600_000} where id = 1`),
    },
    {
      name: 'a queue that does not move',
      about: 'queue',
      fix: /^start more workers/,
      plant: () =>
        withRows(
          `update jobs set state = 'queued', lease_until = 0, created_at = ${HOUR_AGO}`,
          `update jobs set state = 'running', lease_until = ${Date.now() + 600_000} where id = 1`,
        ),
    },
    {
      name: 'an audit that nobody seals',
      about: 'audit',
      fix: /^recon serve/,
      plant: () => withRows(`insert into audit_inbox (line) values ('{"time":"2026-01-01T00:00:00Z"}')`),
    },
    {
      name: 'no token that works',
      about: 'tokens',
      fix: /^recon accounts tokens add/,
      plant: () => withRows('update tokens set revoked_at = 1'),
    },
    {
      name: 'tokens of disabled accounts alone',
      about: 'tokens',
      fix: /^recon accounts enable main/,
      plant: () => withRows('update accounts set disabled_at = 1'),
    },
    {
      name: 'no account',
      about: 'tokens',
      fix: /^recon accounts add NAME/,
      plant: () => withRows('delete from patients', 'delete from tokens', 'delete from accounts'),
    },
    {
      name: 'a token in the last tenth of its life',
      about: 'tokens',
      fix: /^recon accounts tokens add .*take the new ones there/,
      plant: () =>
        copied(async (dataFolder) => {
          const accounts = await openAccounts({ dataFolder });
          await accounts.addToken('main', { label: 'front desk', scope: 'read', lifetimeMs: 86_400_000 });
          await accounts.close();
          const { store, close } = await openPlaces({ dataFolder }, systemClock, () => {});
          await sql
            .raw(`update tokens set created_at = created_at - ${10 * 86_400_000} where id > 1`)
            .execute(store.db);
          await close();
        }),
    },
    {
      name: 'no backup after a day',
      about: 'backup',
      fix: /^recon backup TO.*each night/,
      plant: () => withRows(`update patients set created_at = ${Date.now() - 30 * 3_600_000}`),
    },
    { name: 'no backup', about: 'backup', fix: /^recon backup TO.*each night/, plant: () => withRows(aged) },
    {
      name: 'an old backup',
      about: 'backup',
      fix: /^recon backup TO.*each night/,
      plant: () => withRows(aged, setting('last_backup_made', '2026-01-01T02:00:00Z')),
    },
    {
      name: 'a backup that failed',
      about: 'backup',
      fix: /^recon backup TO.*see what it says/,
      plant: () => withRows(tried({ result: 'failed', why: 'the disk is full' })),
    },
    {
      name: 'a backup that was killed',
      about: 'backup',
      fix: /^recon backup TO/,
      plant: () => withRows(tried({ result: 'running' })),
    },
    {
      name: 'a backup whose folder is gone',
      about: 'backup place',
      fix: /^connect its disk, or make another: recon backup \/\S+ --key-file FILE --data .*without the key only if none was used/,
      async plant() {
        const { folder, args } = await backedUp();
        rmSync(folder, { recursive: true });
        return { args };
      },
    },
    {
      name: 'a backup whose disk is not connected',
      about: 'backup place',
      fix: /^connect its disk/,
      async plant() {
        const { folder, args } = await backedUp();
        rmSync(join(folder, 'snapshots'), { recursive: true });
        return { args };
      },
    },
    {
      name: 'a damaged file',
      about: 'files',
      fix: /^put the file back from a copy of the data folder: this service has made no backup/,
      async plant() {
        const { args } = await copied(async (folder) => damaging(await fileNamed(folder, 'front')));
        return { args: [...args, '--files'] };
      },
    },
    {
      name: 'a lost file',
      about: 'files',
      fix: /^put the file back from a copy of the data folder: this service has made no backup/,
      async plant() {
        const { args } = await copied(async (folder) => rmSync(await fileNamed(folder, 'front')));
        return { args: [...args, '--files'] };
      },
    },
    {
      name: 'a lost part of a model of which there is no backup',
      about: 'files',
      fix: /^make the model anew of its photos: this service has made no backup: recon update \d+ --type (mammo|face|body)$/,
      async plant() {
        const { args } = await copied(async (folder) => rmSync(await fileNamed(folder, 'report')));
        return { args: [...args, '--files'] };
      },
    },
    {
      name: 'a lost file of which there is a backup',
      about: 'files',
      fix: /^put the file back from a backup: recon restore \/\S+ --snapshot \S+ --data \/\S+-restored .*; mkdir -p \S+ && cp -p \/\S+-restored\/files\/(..)\/(\1\S+) \/\S+\/files\/\1\/\2$/,
      async plant() {
        const { args } = await backedUp();
        rmSync(await anyFile(args[1]!));
        return { args: [...args, '--files'] };
      },
    },
    {
      name: 'a changed line of the audit',
      about: 'audit',
      fix: /^keep a copy of everything/,
      async plant() {
        const { args } = await withRows(
          `update audit_lines set line = replace(line, '201', '202') where number = (select max(number) from audit_lines where line like '%201%')`,
        );
        return { args: [...args, '--files'] };
      },
    },
  ];

  test.each(FAULTS.filter(({ skip }) => skip !== true).map((fault) => [fault.name, fault] as const))(
    '%s is found',
    (_, fault) => expectFound(fault, [], {}),
  );

  test.each([
    ['quick', { isRight: true, fixes: [] }],
    ['crash', { isRight: false, fixes: [expect.stringMatching(/^npm install --global recon/)] }],
    ['refuse', { isRight: false, fixes: [expect.stringMatching(/^npm install --global recon/)] }],
  ] as const)('a trial generation by a worker that is %s is told', async (worker, told) => {
    const { args } = await copied();
    const trial = { workerUrl: workerNamed(worker), samplesFolder: SAMPLES };
    const { signal } = new AbortController();
    const found: Finding[] = [];
    for await (const one of lookAtService({ dataFolder: args[1]! }, { isThorough: false, trial, signal }))
      found.push(one);
    expect(found.filter(({ about, isRight }) => about === 'generation' || !isRight)).toMatchObject([told]);
  });

  test.skipIf(postgresPrograms() === undefined)('a database in the environment needs no login', async () => {
    const { url, drop } = await openTestDatabase();
    onTestFinished(drop);
    const dataFolder = tempFolder();
    const accounts = await openAccounts({ dataFolder, databaseUrl: url });
    await accounts.add('clinic');
    await accounts.close();
    // The profile `local` is of another service.
    const folder = tempFolder();
    const local = { 'base-url': 'http://127.0.0.1:9', 'token-file': join(folder, 'token') };
    const config = tempFolder();
    mkdirSync(join(config, 'recon'), { mode: 0o700 });
    const settings = JSON.stringify({ version: 1, profile: 'local', profiles: { local } });
    writeFileSync(join(config, 'recon', 'config.json'), settings, { mode: 0o600 });
    const environment = { ...home.environment, XDG_CONFIG_HOME: config, RECON_SERVE_DATABASE: url };
    const { exitCode, all, wrong } = toldBy(await runMain(['doctor', '--json'], environment));
    expect([wrong, exitCode]).toEqual([[], 0]);
    // The usual folder is none of its processes’.
    expect(all.find(({ about }) => about === 'data folder')).toMatchObject({
      state: 'skipped',
      found: expect.stringContaining('each process on a shared database has a folder of its own'),
    });
    const ofFolder = ({ about, found }: Told) => about === 'privacy' || / are free where /.test(found);
    expect(all.filter(ofFolder)).toEqual([]);
    const named = toldBy(await runMain(['doctor', '--json', '--data', dataFolder], environment)).all;
    expect(named.filter(ofFolder)).toHaveLength(2);
    expect(named.map(({ about }) => about)).not.toContain('data folder');
    expect(JSON.stringify(all)).not.toContain(folder);
    expect(all.find(({ about }) => about === 'workers')?.found).toBe('no generation waits or is being made');
  });

  test.skipIf(postgresPrograms() === undefined)('the places of backups are noted in PostgreSQL too', async () => {
    const { url, drop } = await openTestDatabase();
    onTestFinished(drop);
    const places = { dataFolder: tempFolder(), databaseUrl: url };
    const accounts = await openAccounts(places);
    await accounts.add('clinic');
    await accounts.close();
    const dayOf = (day: number) => `2026-01-0${day}T02:00:00.000Z`;
    for (const day of [1, 2, 3, 4, 5, 6]) {
      expect(await noteBackup(places, { begun: dayOf(day), result: 'whole' }, `/disks/${day}`)).toBe(true);
    }
    await noteBackup(places, { begun: dayOf(7), result: 'failed', why: 'the disk is full' }, '/disks/5');
    const { store, close } = await openPlaces(places, systemClock, () => {});
    const known = await knownPlaces(store.db).finally(close);
    const made = (day: number) => ({ place: `/disks/${day}`, made: dayOf(day) });
    const failed = { begun: dayOf(7), why: 'the disk is full' };
    expect(known).toEqual([made(6), { ...made(5), failed }, made(4), made(3), made(2)]);
  });

  test('at least twenty faults are planted', () => expect(FAULTS.length).toBeGreaterThanOrEqual(20));
});
