import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { deedText } from '../../../src/cli/commands/audit/words.ts';
import { main } from '../../../src/cli/main.ts';
import { openAccounts } from '../../../src/service/accounts.ts';
import type { notePaths } from '../../../src/service/routes/guard/methods.ts';
import * as methods from '../../../src/service/routes/guard/methods.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, openStoreOf, type TestService } from '../../support/running-service.ts';
import { mammoForm } from '../../support/service-forms.ts';
import { standInProcess } from '../../support/stand-in-process.ts';

let service: TestService;
let home: ReconHome;
let ids: number[];
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  ids = [];
  for (let count = 0; count < 7; count++) ids.push((await service.patient('POST', '/patients')).patient.id);
  await service.list();
  await service.send('DELETE', `/patients/${ids[0]}`);
  await service.send('GET', `/patients/${ids[1]}`, { token: 'rcn_wrong' });
  await service.stop();
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const recon = (...args: string[]) => runMain(['audit', ...args, '--data', service.dataFolder], home.environment);
const list = async (...args: string[]) =>
  JSON.parse((await recon('list', ...args, '--json')).stdout).audit as Record<string, unknown>[];

test('a list tells who did what, by names of accounts and tokens', async () => {
  const all = await list();
  const by = { account: 'main', token: 'data folder', ip: '127.0.0.1' };
  expect(all.map(({ number }) => number)).toEqual(all.map((_, at) => at + 1));
  expect(all[1]).toMatchObject({ operation: 'serve → main (data folder)', account: null, outcome: 200 });
  expect(all[2]).toMatchObject({ ...by, operation: 'POST /patients', patient: ids[0], outcome: 201 });
  expect(all.filter(({ operation }) => operation === 'GET /patients')).toMatchObject([
    { ...by, patient: null, patients: ids },
  ]);
  expect(all[2]!['patients']).toEqual([ids[0]]);
  expect(all[1]).toMatchObject({ patient: null, patients: [] });
  expect((await recon('list', '-o', 'csv')).stdout).toMatch(
    /,GET \/patients,7 patients,200,list patients: done,"1, 2, 3, 4, 5, 6, 7"\r?\n/,
  );
  expect(all.find(({ outcome }) => outcome === 401)).toMatchObject({ account: null, token: null, patient: ids[1] });
  const table = await recon('list', '--limit', '1', '-o', 'table');
  expect(table).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^NUMBER +TIME.*\n12 /) });
});

test('a table tells in words what was asked for and what came of it; programs get request and status', async () => {
  const { stdout } = await recon('list', '-o', 'table');
  expect(stdout).toMatch(/ create patient +1 +done\n/);
  expect(stdout).toMatch(/ delete patient +1 +done\n/);
  expect(stdout).toMatch(/ read record +2 +refused: token not valid\n/);
  expect(stdout).toMatch(/ make token at start → main \(data folder\) +done\n/);
  expect(stdout).not.toMatch(/:id|\b20[014]\b/);
  expect((await recon('list', '-o', 'csv')).stdout).toMatch(
    /,GET \/patients\/:id,2,401,read record: refused: token not valid,2\r?\n/,
  );
});

test('a look at the service alone, with status or doctor, names no patient', async () => {
  const live = await openService();
  onTestFinished(() => live.close());
  await live.patient('POST', '/patients');
  const environment = { ...home.environment, RECON_BASE_URL: live.url, RECON_TOKEN: live.token };
  const accounts = await openAccounts(live.places);
  const { token } = await accounts.addToken('main', { label: 'desk', scope: 'write', lifetimeMs: 3_600_000 });
  await accounts.close();
  for (const command of ['status', 'doctor']) await runMain([command], environment);
  await runMain(['doctor'], { ...environment, RECON_TOKEN: token });
  await live.stop();
  const { stdout } = await runMain(['audit', 'list', '--json', '--data', live.dataFolder], home.environment);
  const all = JSON.parse(stdout).audit;
  const lists = all.filter(({ operation }: { operation: string }) => operation === 'GET /patients');
  expect(lists.length).toBeGreaterThanOrEqual(2);
  for (const { patients } of lists) expect(patients).toEqual([]);
  // Doctor does not ask for what a token may not.
  expect(all.filter(({ outcome }: { outcome: number }) => outcome === 403)).toEqual([]);
});

/** The rows of a workbook that a list is written to, its head first. */
async function workbookOf(...args: string[]) {
  const { stand } = standInProcess(
    ['audit', 'list', '-o', 'xlsx', '--data', service.dataFolder, ...args],
    home.environment,
  );
  const pieces: Buffer[] = [];
  stand.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  expect(await main(stand)).toBe(0);
  return (await readWorkbook(Buffer.concat(pieces)))[0]!.data;
}

test('a patient who was on the page of a list is found there, and a file names all who were', async () => {
  const lists = { operation: 'GET /patients', patients: ids };
  expect((await list('--patient', String(ids[3]))).filter(({ patient }) => patient === null)).toMatchObject([lists]);
  const { stdout } = await recon('list', '--patient', String(ids[3]), '-o', 'table');
  expect(stdout).toMatch(/ list patients +4 \+ 6 more +done\n/);
  const [head, ...rows] = await workbookOf();
  expect(rows.map((row) => row[head!.indexOf('Patients')])).toContain(ids.join(', '));
});

test('a workbook of the audit begins with when, who, what and which patient in words, and CSV keeps its columns', async () => {
  const [head, ...rows] = await workbookOf();
  expect(head).toEqual([
    'When',
    'Who',
    'What',
    'Patient',
    'Number',
    'Token',
    'IP address',
    'Operation',
    'Outcome',
    'Patients',
  ]);
  expect(rows).toHaveLength((await list()).length);
  for (const [when] of rows) expect(when).toBeInstanceOf(Date);
  const started = ['make token at start → main (data folder): done', null, 2, null, null];
  expect(rows[1]!.slice(1)).toEqual(['on the server', ...started, 'serve → main (data folder)', 200, null]);
  const by = ['data folder', '127.0.0.1'];
  expect(rows[2]!.slice(1)).toEqual([
    'main',
    'create patient: done',
    ids[0],
    3,
    ...by,
    'POST /patients',
    201,
    String(ids[0]),
  ]);
  expect(rows.at(-1)!.slice(1, 4)).toEqual([null, 'read record: refused: token not valid', ids[1]]);
  expect((await workbookOf('--fields', 'patient,in_words'))[0]).toEqual(['Patient', 'What']);
  const columns = 'number,time,account,token,ip,operation,patient,outcome,in_words,patients';
  expect((await recon('list', '-o', 'csv')).stdout.split(/\r?\n/)[0]).toBe(columns);
});

test('a list of more than 100 lines leaves out none that a flag asks for, and tells how many another leaves out', async () => {
  const own = await openService();
  onTestFinished(() => own.close());
  for (let count = 0; count < 101; count++) await own.list();
  await own.stop();
  const linesOf = async (...args: string[]) => {
    const typed = ['audit', 'list', '-o', 'ndjson', '--data', own.dataFolder, ...args];
    const { stdout, stderr } = await runMain(typed, home.environment);
    return { count: stdout.split('\n').length - 1, stderr };
  };
  const { count: all, stderr: nothing } = await linesOf('--all');
  expect(all).toBeGreaterThan(101);
  expect(nothing).toBe('');
  expect(await linesOf('--since', '7d')).toEqual({ count: all, stderr: '' });
  const every = (left: number, same = '') =>
    `${left} earlier lines are left out; every line is shown by: recon audit list${same} --data ${own.dataFolder} --all`;
  expect(await linesOf()).toEqual({ count: 100, stderr: expect.stringContaining(every(all - 100)) });
  const few = { count: 3, stderr: expect.stringContaining(every(all - 3, ' --since 7d')) };
  expect(await linesOf('--since', '7d', '--limit', '3')).toEqual(few);
  expect((await recon('list', '--all', '--limit', '3')).exitCode).toBe(2);
});

test('a table tells of a disabled account, of a first token, and of what was typed on the server', async () => {
  const own = await openService();
  onTestFinished(() => own.close());
  const accounts = await openAccounts(own.places);
  const { token } = await accounts.add('desk');
  await accounts.setDisabled('desk', true);
  await accounts.close();
  expect((await own.send('GET', '/patients/1', { token })).status).toBe(401);
  await own.stop();
  const typed = ['audit', 'list', '--data', own.dataFolder];
  const { stdout } = await runMain([...typed, '-o', 'table'], home.environment);
  expect(stdout).toMatch(/ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d +desk +default +127\.0\.0\.1 .* refused: account disabled\n/);
  expect(stdout).toMatch(/ on the server .* make account → desk +done\n/);
  expect(stdout).toMatch(/ on the server .* make token → desk \(default\) +done\n/);
  expect(stdout).not.toContain('replace token');
  const { stand, texts } = standInProcess(typed, { ...home.environment, NO_COLOR: '1' });
  Object.assign(stand.stdout, { isTTY: true, columns: 78 });
  await main(stand);
  expect(texts.stdout.split('\n').every((line) => line.length <= 78)).toBe(true);
  expect((await runMain(['audit', 'verify', '--data', own.dataFolder], home.environment)).exitCode).toBe(0);
});

test('a table tells no token from a wrong one, and an account without room from photos that are too large', async () => {
  const own = await openService();
  onTestFinished(() => own.close());
  const accounts = await openAccounts(own.places);
  const { token } = await accounts.add('desk');
  await accounts.setQuota('desk', { patients: 0 });
  expect((await own.send('POST', '/patients', { token })).status).toBe(409);
  await accounts.setQuota('desk', { patients: null, bytes: 1 });
  expect((await own.send('POST', '/patients', { token, form: await mammoForm() })).status).toBe(413);
  await accounts.close();
  expect((await own.send('GET', '/patients', { token: null })).status).toBe(401);
  expect((await own.send('GET', '/patients', { token: 'rcn_wrong' })).status).toBe(401);
  expect((await own.send('PROPFIND', '/patients')).status).toBe(405);
  await own.stop();
  const typed = ['audit', 'list', '--refused', '--data', own.dataFolder];
  const outcomes = async () => {
    const { stdout } = await runMain([...typed, '-o', 'table'], home.environment);
    return [...stdout.matchAll(/(?:refused|failed): .*$/gm)].map(([outcome]) => outcome);
  };
  const ofAccount = ['refused: account full (patients)', 'refused: account full (storage)'];
  const told = [...ofAccount, 'refused: no token', 'refused: token not valid', 'refused: no such operation'];
  expect(await outcomes()).toEqual(told);
  const { stdout } = await runMain([...typed, '--json'], home.environment);
  expect(JSON.parse(stdout).audit).toMatchObject(
    ['full: patients', 'full: storage', 'absent', 'unknown', null].map((why) => ({ why })),
  );
  expect((await runMain(['audit', 'export', '--data', own.dataFolder], home.environment)).stdout).toMatch(
    /"account":\d+,"name":"desk",.*"outcome":409/,
  );
  // A line of before tells neither.
  const { store, close } = await openStoreOf(own);
  await sql`update audit_lines set line = replace(replace(line, ',"why":"absent"', ''), ',"name":"main"', '')`.execute(
    store.db,
  );
  await close();
  expect(await outcomes()).toEqual(told.with(2, 'refused: no valid token'));
});

test('every request that the service takes, and every change of an account, has words', async () => {
  let paths: ReturnType<typeof notePaths>;
  const { notePaths: note } = methods;
  vi.spyOn(methods, 'notePaths').mockImplementation((app) => {
    paths = note(app);
    return paths;
  });
  const other = await openService();
  onTestFinished(() => other.close());
  // The methods that a path refuses follow those that it takes, from ACL on.
  const taken = [...paths!].flatMap(([path, { methods: all }]) =>
    all.slice(0, all.indexOf('ACL')).map((method) => `${method} ${path}`),
  );
  const probes = ['GET /healthz', 'GET /readyz', 'GET /metrics'];
  expect(taken.filter((one) => deedText(one) === one)).toEqual(probes);
  expect(taken.length).toBeGreaterThan(30);
});

test('a narrow terminal leaves out what says least, and the address last', async () => {
  const titlesAt = async (columns: number, ...args: string[]) => {
    const { stand, texts } = standInProcess(['audit', 'list', ...args, '--data', service.dataFolder], {
      ...home.environment,
      NO_COLOR: '1',
    });
    Object.assign(stand.stdout, { isTTY: true, columns });
    await main(stand);
    return texts.stdout.split('\n')[0]!.trim().split(/ +/);
  };
  const all = await titlesAt(200);
  expect(all).toEqual(['NUMBER', 'TIME', 'ACCOUNT', 'TOKEN', 'IP', 'OPERATION', 'PATIENT', 'OUTCOME']);
  expect(await titlesAt(78)).toEqual(all.filter((title) => !['NUMBER', 'TOKEN'].includes(title)));
  expect(await titlesAt(50)).toContain('PATIENT');
  expect(await titlesAt(50, '--refused')).toContain('PATIENT');
  // The same account and token in every row.
  expect(await titlesAt(68, '--limit', '3', '--patient', String(ids[2]))).toEqual(
    all.filter((title) => !['NUMBER', 'TOKEN', 'ACCOUNT'].includes(title)),
  );
});

test('a list can be of one patient, of one account, of the last hours and of the newest', async () => {
  const ofFirst = (await list('--patient', String(ids[0]))).map(({ operation }) => operation);
  expect(ofFirst.sort()).toEqual(['DELETE /patients/:id', 'GET /patients', 'POST /patients']);
  expect(await list('--account', 'main')).toHaveLength(11);
  expect(await list('--since', '1h')).toHaveLength(12);
  expect((await list('--limit', '2')).map(({ number }) => number)).toEqual([11, 12]);
});

test('a list can be of one token: what was done with it, and when it was made and revoked', async () => {
  const own = await openService();
  onTestFinished(() => own.close());
  const accounts = await openAccounts(own.places);
  await accounts.add('desk');
  const made: Record<string, string> = {};
  for (const name of ['main', 'desk'])
    made[name] = (await accounts.addToken(name, { label: 'front', scope: 'read' })).token;
  for (const token of [made['main']!, made['desk']!]) await own.send('GET', '/patients', { token });
  await own.list();
  await accounts.revokeToken('desk', 'front');
  await own.send('GET', '/patients', { token: made['desk']! });
  await accounts.close();
  await own.stop();
  const typed = ['audit', 'list', '--data', own.dataFolder, '--label'];
  const linesOf = async (...args: string[]) => {
    const { stdout } = await runMain([...typed, ...args, '--json'], home.environment);
    return JSON.parse(stdout).audit.map(({ account, operation, outcome }: Record<string, unknown>) =>
      [account, operation, outcome].filter((one) => one !== null).join(' '),
    );
  };
  const [added, revoked] = ['accounts tokens add', 'accounts tokens revoke'];
  const ofDesk = [
    `${added} → desk (front) 200`,
    'desk GET /patients 200',
    `${revoked} → desk (front) 200`,
    'desk GET /patients 401',
  ];
  const ofMain = [`${added} → main (front) 200`, 'main GET /patients 200'];
  expect((await linesOf('front')).sort()).toEqual([...ofMain, ...ofDesk].sort());
  // What is only read is written a moment later than what is changed.
  expect((await linesOf('front', '--account', 'desk')).sort()).toEqual(ofDesk.sort());
  const few = await runMain([...typed, 'front', '--limit', '1'], home.environment);
  expect(few.stderr).toContain('recon audit list --label front --data');
  expect(await runMain([...typed, 'fromt'], home.environment)).toMatchObject({
    ...{ exitCode: 3, stdout: '' },
    stderr: expect.stringContaining('no token has the label "fromt"; did you mean "front"?'),
  });
});

test('no count of patients is broken over lines, and a narrow window shows it whole', async () => {
  const args = ['audit', 'list', '--patient', String(ids[3]), '--data', service.dataFolder];
  for (const columns of [60, 70, 80]) {
    const { stand, texts } = standInProcess(args, { ...home.environment, NO_COLOR: '1' });
    for (const stream of [stand.stdout, stand.stderr]) Object.assign(stream, { isTTY: true, columns });
    expect(await main(stand)).toBe(0);
    expect(texts.stdout).toContain(`${ids[3]} + 6 more`);
  }
});

test('a patient is named as anywhere else: by the name, address or number that the service has now', async () => {
  const own = await openService();
  onTestFinished(own.close);
  const accounts = await openAccounts(own.places);
  const { token } = await accounts.add('desk');
  await accounts.close();
  const made = async (name: string, phone = '') => {
    const form = { 'patient[name]': name, 'patient[phone]': phone };
    return (await own.patient('POST', '/patients', { form, token })).patient.id;
  };
  const [ana, anabel] = [await made('Ana Sample', '+351 912 447 108'), await made('Anabel Silva')];
  await own.stop();
  const found = async (whom: string, ...flags: string[]) => {
    const args = ['audit', 'list', '--patient', whom, '--data', own.dataFolder, '--json', ...flags];
    const { exitCode, stdout, stderr } = await runMain(args, home.environment);
    if (exitCode !== 0) return JSON.parse(stderr.trimEnd().split('\n').at(-1)!).error;
    return JSON.parse(stdout).audit.map(({ patient }: { patient: number }) => patient);
  };
  for (const whom of ['sample', 'Ana Sample', '912-447-108']) expect(await found(whom)).toEqual([ana]);
  expect(await found('silva')).toEqual([anabel]);
  expect(await found('ana')).toMatchObject({
    ...{ exit: 2, message: `"ana" may be one of 2 patients: ${ana}, ${anabel}` },
    hint: '--patient with the id of the one that is meant',
  });
  const { stderr } = await runMain(
    ['audit', 'list', '--patient', 'sample', '--limit', '1', '--data', own.dataFolder],
    home.environment,
  );
  expect(stderr).toContain(`lines about patient ${ana}\n`);
});

test('a list can be of what was refused alone', async () => {
  expect((await list('--refused')).map(({ outcome }) => outcome)).toEqual([401]);
  expect(await list('--refused', '--account', 'main')).toEqual([]);
});

test.each([
  [['list', '--account', 'nobody'], 3, 'there is no account "nobody"'],
  [['list', '--patient', 'Xaver'], 3, 'the audit has no names: who was deleted is found by the id alone'],
  [['list', '--patient', '?'], 2, 'is no id, name, e-mail or phone of a patient'],
  [['list', '--patient', 'last'], 2, '--patient with the id, or with the whole name'],
  [['list', '--limit', '0'], 2, '--limit "0" is not a whole number from 1'],
  [['export', '--since', 'noon'], 2, '--since is "noon"; it must be like 30s, 12h or 30d'],
])('%j is refused', async (args, exitCode, message) => {
  expect(await recon(...args)).toMatchObject({ exitCode, stdout: '', stderr: expect.stringContaining(message) });
});

test('an export has every line with its number and its hash', async () => {
  const { exitCode, stdout } = await recon('export');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([exitCode, lines.length]).toEqual([0, 12]);
  expect(lines.find(({ patients }) => patients !== undefined)).toMatchObject({
    ...{ number: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/), patients: ids },
    ...{ operation: 'GET /patients', account: 1, label: 'data folder' },
  });
});

test('verify compares the audit with an export that was kept', async () => {
  const file = join(home.folder, 'audit.ndjson');
  const { stdout } = await recon('export');
  const verified = async (text: string) => {
    writeFileSync(file, text);
    return await recon('verify', file);
  };
  const lines = stdout.trimEnd().split('\n');
  expect(await verified(stdout)).toMatchObject({
    ...{ exitCode: 0, stdout: expect.stringContaining('sound') },
    stderr: expect.stringMatching(
      /^The audit has lines 1 to 12, all of the export, from \S+Z to \S+Z\.\nIt has no other lines\.\n$/,
    ),
  });
  // An earlier one, one of the newest lines alone, and a part: what it leaves out is told.
  const part = async (from: number, to: number, end: string) => {
    const { exitCode, stderr } = await verified(lines.slice(from, to).join(end));
    return [exitCode, stderr.replace(/from \S+ to \S+Z/, 'from T to T')];
  };
  const has = (of: string) => `The audit has lines ${of}, all of the export, from T to T.\n`;
  expect(await part(0, 5, '\n')).toEqual([0, `${has('1 to 5')}It has 7 lines after them that the export has not.\n`]);
  expect(await part(7, 12, '\r\n')).toEqual([
    0,
    `${has('8 to 12')}It has 7 lines before them that the export has not.\n`,
  ]);
  expect(await part(1, 11, '\n')).toEqual([
    0,
    `${has('2 to 11')}It has 1 line before them and 1 line after them that the export has not.\n`,
  ]);
  expect(await verified(stdout.slice(0, -20))).toMatchObject({
    ...{ exitCode: 11, stdout: '' },
    stderr: expect.stringContaining('after line 11 the export has something that is no whole line'),
  });
  // The hash of the first line does not cover it alone: the audit tells.
  expect(await verified(stdout.replace(/"time":"20../, '"time":"1999'))).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining('the audit itself is sound\n  line 1 of the export is not as it was written'),
  });
  expect(await verified(stdout.replace('"number":7', '"number":77'))).toMatchObject({
    ...{ exitCode: 11, stdout: '' },
    stderr: expect.stringContaining('the export has line 77 after line 6'),
  });
  expect(await verified(stdout.replace('"outcome":401', '"outcome":200'))).toMatchObject({
    exitCode: 11,
    stderr: expect.stringMatching(/line \d+ of the export is not as it was written/),
  });
  const other = JSON.stringify({ ...JSON.parse(lines[11]!), hash: 'a'.repeat(64) });
  expect(await verified(`${other}\n`)).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining('line 12 is not the one of the export, or a line before it is not'),
  });
  expect(await verified(`${other.replace('"number":12', '"number":15')}\n`)).toMatchObject({
    exitCode: 11,
    stderr: expect.stringContaining('lines 13 to 15 are in the export, and not there'),
  });
  // Of another service no line agrees, whether this audit is longer or shorter.
  const strange = lines.map((line) => line.replace(/"hash":"\w{64}/, `"hash":"${'b'.repeat(64)}`));
  for (const text of [strange[11]!, strange.join('\n'), strange[11]!.replace('"number":12', '"number":15')]) {
    expect(await verified(`${text}\n`)).toMatchObject({
      ...{ exitCode: 11, stdout: '' },
      stderr: expect.stringMatching(
        /^recon: no line of the export is one of this audit; it may be .* another service\n/,
      ),
    });
  }
  // Where the first line agrees, it is of this one.
  expect((await verified([...lines.slice(0, 11), strange[11]].join('\n'))).stderr).not.toContain('another service');
  for (const text of ['', 'name,email\n', '{"number":"1","hash":7}\n', '7\n', 'null\n']) {
    expect(await verified(text)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('audit.ndjson is not an export of an audit'),
    });
  }
  expect(await recon('verify', join(home.folder, 'none'))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('none does not exist'),
  });
});

test('verify passes a sound audit, and names what was changed, with exit 11; so does an export', async () => {
  const sound = await recon('verify', '--json');
  expect([sound.exitCode, JSON.parse(sound.stdout)]).toEqual([
    0,
    { audit: 'sound', lines: 12, first: 1, last: 12, waiting: 0, missing: 0 },
  ]);
  const { store, close } = await openStoreOf(service);
  await sql`update audit_lines set line = replace(line, '201', '202') where number = 5`.execute(store.db);
  await close();
  const damaged = await recon('verify');
  expect(damaged).toMatchObject({ exitCode: 11, stdout: '' });
  const why = 'the audit is not as it was written\n  line 5 is not as it was written';
  expect(damaged.stderr).toContain(why);
  // Whoever keeps an export must not take it for sound; its lines are all there to be looked at.
  const { exitCode, stdout, stderr } = await recon('export');
  expect({ exitCode, lines: stdout.trimEnd().split('\n').length }).toEqual({ exitCode: 11, lines: 12 });
  expect(stderr).toContain(why);
});
