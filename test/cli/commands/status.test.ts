import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAccounts } from '../../../src/service/accounts.ts';
import { httpServer } from '../../http/servers.ts';
import { openServer } from '../../support/open-server.ts';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { canMount, openSmallDisk } from '../../support/small-disk.ts';
import { typeMain } from '../../support/typed-terminal.ts';

test('the version of the service is told where it tells it', async () => {
  const [home, service] = await Promise.all([makeHome(), openService({ version: '0.20.0' })]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const statusAt = async (url: string, ...flags: string[]) => {
    const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: service.token };
    return await runMain(['status', ...flags], environment);
  };
  expect((await statusAt(service.url)).stdout).toMatch(/^service version\trecon 0\.20\.0$/m);
  expect(JSON.parse((await statusAt(service.url, '--json')).stdout)).toMatchObject({ service_version: '0.20.0' });
  const { url } = await httpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"patients":[],"meta":{}}');
  });
  const { exitCode, stdout } = await statusAt(url, '--json');
  expect([exitCode, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.not.arrayContaining(['service_version'])]);
});

test('whose token it is and what it may do is told where the service tells it', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  await service.stop();
  const data = ['--data', service.dataFolder];
  const { stdout } = await runMain(['accounts', 'add', 'Praxis Müller', ...data], home.environment);
  const reading = ['accounts', 'tokens', 'add', 'Praxis Müller', '--label', 'desk', '--scope', 'read', ...data];
  const { stdout: readOnly } = await runMain(reading, home.environment);
  await service.restart();
  const statusOf = async (token: string) => {
    const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token.trim() };
    return JSON.parse((await runMain(['status', '--json'], environment)).stdout);
  };
  expect(await statusOf(stdout)).toMatchObject({ account: 'Praxis Müller', scope: 'write' });
  expect(await statusOf(readOnly)).toMatchObject({ account: 'Praxis Müller', scope: 'read' });
  let header = '';
  let requests = 0;
  const { url } = await httpServer((_, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json');
    if (header !== '') response.setHeader('recon-account', header);
    response.end('{"patients":[],"meta":{}}');
  });
  for (const none of ['', 'main', 'main, scope=all', '%E4, scope=read', 'a b, scope=read']) {
    header = none;
    const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: stdout.trim() };
    const { exitCode, stdout: told } = await runMain(['status', '--json'], environment);
    expect([exitCode, Object.keys(JSON.parse(told))]).toEqual([0, expect.not.arrayContaining(['account', 'scope'])]);
  }
  expect(requests).toBe(5);
});

test('status told the account and not which of its tokens is used', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const adding = ['accounts', 'tokens', 'add', 'main', '--label', 'Empfang, früh', '--scope', 'write'];
  const { stdout: token } = await runMain([...adding, '--data', service.dataFolder], home.environment);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token.trim() };
  expect((await typeMain(['status'], environment, [])).stdout).toMatch(/^account +main, token "Empfang, früh"$/m);
  const told = { account: 'main', token_label: 'Empfang, früh', scope: 'write' };
  expect(JSON.parse((await typeMain(['status', '--json'], environment, [])).stdout)).toMatchObject(told);
  expect((await runMain(['status'], environment)).stdout).toMatch(
    /^account\tmain\n(.*\n)*token label\tEmpfang, früh$/m,
  );
  const { url } = await httpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('recon-account', 'main, scope=write');
    response.end('{"patients":[],"meta":{}}');
  });
  const elsewhere = { ...environment, RECON_BASE_URL: url };
  expect((await typeMain(['status'], elsewhere, [])).stdout).toMatch(/^account +main$/m);
  expect((await runMain(['status'], elsewhere)).stdout).not.toContain('token label');
});

test('status broke a long path in the middle of a word', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const folder = join(home.folder, 'clinics', 'north-wing', 'reception-desk', 'secrets-of-the-front-desk');
  const path = join(folder, 'recon-token-of-the-front-desk');
  await mkdir(folder, { recursive: true });
  await writeFile(path, service.token, { mode: 0o600 });
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN_FILE: path };
  const { stdout } = await typeMain(['status'], environment, [], { columns: 60 });
  const told = /^token from +(.*(?:\n +.*)*)/m.exec(stdout)![1]!.split(/\n +/);
  expect(told.join('')).toBe(`RECON_TOKEN_FILE(${path})`);
  for (const line of told.slice(1, -1)) expect(line).toMatch(/[/-]$/);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
});

test('until when a token works is told where the service tells it', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const adding = ['accounts', 'tokens', 'add', 'main', '--label', 'nightly', '--scope', 'read', '--expires', '30d'];
  const { stdout: token } = await runMain([...adding, '--data', service.dataFolder], home.environment);
  const statusOf = async (own: string, ...flags: string[]) => {
    const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: own.trim() };
    return (await runMain(['status', ...flags], environment)).stdout;
  };
  const days = (Date.parse(JSON.parse(await statusOf(token, '--json')).token_works_until) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  expect(await statusOf(token)).toMatch(/^token works until\t\d{4}-\d\d-\d\dT[\d:.]+Z$/m);
  expect(await statusOf(service.token)).not.toContain('token works until');
});

test('a model that waits to begin was told as being made', async () => {
  const [home, service] = await Promise.all([makeHome(), openService({ workerUrl: workerNamed('hang') })]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const ids: number[] = [];
  for (let seed = 1; seed <= 4; seed++) {
    const form = { ...(await faceForm(seed)), async: 'true' };
    ids.push((await service.patient('POST', '/patients', { form })).patient.id);
  }
  const queued = async () => (await service.send('GET', '/patients')).headers.get('recon-queued')?.split(', ') ?? [];
  await vi.waitFor(async () => expect((await queued()).length).toBeLessThan(4), 10_000);
  const waiting = (await queued()).length;
  expect(await queued()).toEqual(ids.slice(-waiting).map((id) => `${id}=face`));
  const begun = (await service.send('GET', '/patients')).headers.get('recon-begun')?.split(', ') ?? [];
  expect(begun.map((one) => one.split('@')[0])).toEqual(ids.slice(0, -waiting).map((id) => `${id}=face`));
  for (const one of begun) expect(Math.abs(Date.parse(one.split('@')[1]!) - Date.now())).toBeLessThan(60_000);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stdout } = await typeMain(['status'], environment, []);
  const have = (count: number) => `${count} ${count === 1 ? 'has' : 'have'}`;
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    `Of 4 patients, ${have(4 - waiting)} a model that is being made and ${have(waiting)} a model that waits to begin.`,
  );
  const list = (await typeMain(['list', '--no-pager'], environment, [])).stdout;
  for (const shown of [stdout, list]) {
    expect(shown.match(/face waiting to begin/g)).toHaveLength(waiting);
    expect(shown.match(/face generating/g)).toHaveLength(4 - waiting);
  }
  // The card said of all of them that they were generating.
  const [first, last] = await Promise.all(
    [ids[0], ids.at(-1)].map(async (id) => (await typeMain(['show', String(id)], environment, [])).stdout),
  );
  expect(first).toMatch(/Face ── generating/);
  expect(last).toMatch(/Face ── waiting to begin/);
  expect(last).not.toContain('usual');
  const wait = await typeMain(['wait', String(ids.at(-1)), '--wait-timeout', '2s'], environment, []);
  expect(wait.stderr).toContain('face is waiting to begin');
  // Its end said that the generation was still going.
  expect(wait.stderr.replaceAll(/\s+/g, ' ')).toContain(
    `the wait ended, and nobody has begun to make the model patient ${ids.at(-1)}: face is waiting to begin`,
  );
});

test('patients without photos were not told, who need something done too', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const status = async () => {
    const { stdout, stderr } = await typeMain(['status'], environment, []);
    return [stdout, stderr].map((text) => text.replaceAll(/\s+/g, ' '));
  };
  const next = 'next: recon list --status no-photos (to see those who have no photos)';
  await service.patient('POST', '/patients', { form: { ...(await faceForm()), async: 'false' } });
  const [full, nothing] = await status();
  expect(full).not.toContain('no photos');
  expect(nothing).not.toContain(next);
  for (const name of ['Ana', 'Bea']) await service.patient('POST', '/patients', { form: { 'patient[name]': name } });
  const [told, advice] = await status();
  expect(told).toContain(
    'Of 3 patients, none has a model that failed or is being made. 1 has a ready model and 2 have no photos.',
  );
  expect(advice).toContain(next);
});

/** The environment of a service with 40 patients in all states. */
async function manyPatients() {
  const home = await makeHome();
  onTestFinished(async () => await home.remove());
  const status = (id: number) => ['processing', 'failed', 'has_3d', 'queued'][id % 4];
  const models = (id: number) => [{ type: 'FaceReconstruction', accepted: false, status: status(id) }];
  const patients = Array.from({ length: 40 }, (_, at) => 40 - at).map((id) => ({
    ...{ id, name: `Ana ${id}` },
    reconstructions: id % 20 === 2 ? [] : models(id),
  }));
  const { url } = await httpServer((request, response) => {
    const isList = request.url?.startsWith('/patients?') ?? false;
    response.writeHead(isList ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isList ? JSON.stringify({ patients, meta: { total_entries: 40 } }) : '{"title":"Not Found"}');
  });
  return { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: 'x'.repeat(20) };
}

test('of many the status told some as if they were all, and did not count those that are ready', async () => {
  const { stdout, stderr } = await typeMain(['status'], await manyPatients(), []);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'Of 40 patients, 10 have a failed model and 20 have a model that is being made. Of the others, 8 have a ready model and 2 have no photos.',
  );
  const words = stdout.match(/face (failed|generating|queued)/g) ?? [];
  expect([...words.slice(0, 10), words.length]).toEqual([...Array(10).fill('face failed'), 15]);
  expect(words.slice(10), 'failed ones stood among those being made').not.toContain('face failed');
  expect(stderr).toContain(
    '15 of 30 patients whose model failed or is being made are shown, those that failed first\n',
  );
  expect(stderr.match(/^next: recon update/gm), 'the same hint once').toHaveLength(1);
  expect(stderr).toContain('and 9 more failed: recon list --status failed\n');
  expect(stderr).toContain('next: recon wait (for those that are being made)\n');
});

test('a line of the sentence of status ended with a number', async () => {
  const environment = await manyPatients();
  for (const columns of [46, 60, 103]) {
    const { stdout } = await typeMain(['status'], environment, [], { columns });
    const sentence = /^Of 40 patients,[\s\S]*?no\s+photos\.$/m.exec(stdout)![0];
    expect(sentence).not.toMatch(/\d$/m);
    for (const line of sentence.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
  }
});

test('why a token is not accepted is told once at a terminal', async () => {
  const [home, service] = await Promise.all([makeHome(), openService()]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('desk');
  await accounts.setDisabled('desk', true);
  await accounts.close();
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token };
  const told = await typeMain(['status'], environment, []);
  expect(told.exitCode).toBe(4);
  // A model is accepted; the row is of the token.
  expect(told.stdout).toMatch(/^token works +no *$/m);
  expect(told.stderr).toMatch(/account of the access token is disabled/);
  expect((await runMain(['status'], environment)).stdout).toMatch(/^accepted\tno: the account .* is disabled/m);
});

test.each([200, 404, 502])('a web page with %i has said nothing about the token', async (status) => {
  const home = await makeHome();
  const server = await openServer((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<html>Not the service</html>');
  });
  onTestFinished(async () => void (await Promise.all([home.remove(), server.close()])));
  const environment = { ...home.environment, RECON_BASE_URL: server.url, RECON_TOKEN: 'some-token' };
  expect((await typeMain(['status'], environment, [])).stdout).toMatch(/^token works +not known *$/m);
});

test.skipIf(!canMount())(
  'on the machine of the service a disk that is nearly full is told, also where it is away',
  async () => {
    const disk = openSmallDisk('60m');
    const [home, service] = await Promise.all([makeHome(), openService()]);
    onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
    const small = join(disk.folder, 'data');
    await cp(service.dataFolder, small, { recursive: true });
    const statusWith = async (folder: string) => {
      const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN_FILE: join(folder, 'token') };
      return await runMain(['status'], environment);
    };
    const told = expect.stringMatching(
      /nearly full: [\d.]+ [MG]B are free, and at least 1\.1 GB should be\..* make room where .*data is\..*recon doctor\n/,
    );
    expect(await statusWith(small)).toMatchObject({ exitCode: 0, stderr: told });
    expect((await statusWith(service.dataFolder)).stderr).not.toContain('nearly full');
    await service.stop();
    expect(await statusWith(small)).toMatchObject({ exitCode: 6, stderr: told });
  },
);

test('of many whose photos are in doubt the table showed some as if they were all', async () => {
  const [home, service] = await Promise.all([makeHome(), openService({ workerUrl: workerNamed('quick') })]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  for (let at = 1; at <= 6; at += 1) {
    const form = { ...(await faceForm()), 'patient[name]': `Doubtful ${at}`, async: 'false' };
    await service.patient('POST', '/patients', { form });
  }
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const { stderr } = await typeMain(['status'], environment, []);
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    '5 of the 6 whose photos are in doubt are shown; a list marks all of them',
  );
});
