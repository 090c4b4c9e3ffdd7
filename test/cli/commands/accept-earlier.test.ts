import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';
import { startWatchingProxy } from '../../support/watching-proxy.ts';

// A patient whose newest generation failed has the model of before.

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let watched: Awaited<ReturnType<typeof startWatchingProxy>>;
let ready: string;
let id: string;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  const create = async (seed: number) =>
    String((await service.patient('POST', '/patients', { form: await faceForm(seed) })).patient.id);
  id = await create(1);
  ready = await create(2);
  await service.restart({ workerUrl: workerNamed('refuse') });
  await service.patient('PUT', `/patients/${id}`, { form: await faceForm(3) });
  await vi.waitFor(async () => expect(await modelOf(id)).toMatchObject({ status: 'failed', accepted: false }), {
    timeout: 30_000,
  });
  watched = await startWatchingProxy(service.url);
  environment = { ...home.environment, RECON_BASE_URL: watched.url, RECON_TOKEN: service.token };
});
beforeEach(() => {
  watched.seen.length = 0;
});
afterAll(async () => {
  await watched.close();
  await service.close();
  await home.remove();
});

const modelOf = async (patient: string) =>
  (await service.patient('GET', `/patients/${patient}`)).patient.reconstructions[0];
const changes = () => watched.seen.filter((line) => !line.startsWith('GET '));
const accept = (...more: string[]) => runMain(['patients', 'accept', id, '--type', 'face', ...more], environment);

test('the card tells that the model is an earlier one, and how to stay with it', async () => {
  const { stdout } = await runMain(['patients', 'get', id, '-o', 'table'], environment);
  expect(stdout).toMatch(/Why +\S.*Model +an earlier one is kept; it is what view and download show/s);
  expect(stdout).toContain(`recon accept ${id} --type face --earlier`);
});

test('after newer photos that gave no model all three are asked for, and an update with one tells which it joins', async () => {
  const again = `recon update ${id} --type face --left FILE --front FILE --right FILE`;
  expect((await runMain(['wait', id], environment)).stderr).toContain(`Try: ${again}`);
  const photo = (view: string) => [`--${view}`, join(SAMPLES, 'ana', 'face', `${view}.jpg`)];
  const updating = async (...views: string[]) =>
    await runMain(['update', id, '--type', 'face', ...views.flatMap(photo), '--dry-run'], environment);
  const one = await updating('left');
  expect(one.exitCode, one.stderr).toBe(0);
  expect(one.stderr).toContain('the front and right photos will be what was sent last, of which no model came');
  expect((await updating('left', 'front', 'right')).stderr).not.toContain('of which no model came');
  const other = await runMain(['update', ready, '--type', 'face', ...photo('left'), '--dry-run'], environment);
  expect(other.stderr).not.toContain('of which no model came');
});

test('a wait tells why newer photos gave no model, as the service tells it beside the earlier one', async () => {
  const { exitCode, stderr } = await runMain(['wait', id], environment);
  expect(exitCode).toBe(9);
  expect(stderr).toMatch(/the face generation of patient \d+ failed: (?!the service does not say)\S/);
  expect(stderr).toContain(
    `the earlier face model of patient ${id} is still there; to stay with it: recon accept ${id} --type face --earlier`,
  );
});

test('with nobody to ask it is 2, with the words that accept it, and nothing is sent', async () => {
  for (const more of [[], ['--dry-run']]) {
    const { exitCode, stderr } = await accept(...more);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('the newest photos gave no face model (failed)');
    expect(stderr).toContain('is an earlier one; nothing was sent');
    expect(stderr).toContain(`recon accept ${id} --type face --earlier`);
  }
  expect(changes()).toEqual([]);
});

test('on a terminal it is told and asked; Enter is no', async () => {
  const typed = ['patients', 'accept', id, '--type', 'face'];
  const no = await typeMain(typed, environment, [[/Accept the earlier model\?/, '\r']]);
  expect(no).toMatchObject({ exitCode: 130, asked: 1, stderr: expect.stringContaining('is an earlier one') });
  expect(changes()).toEqual([]);
  const yes = await typeMain(typed, environment, [[/Accept the earlier model\?/, 'y\r']]);
  expect(yes).toMatchObject({ exitCode: 0, asked: 1 });
  expect(yes.stderr.replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`accepted the earlier face model of patient ${id}, [^;]+; no update replaces it now`),
  );
  expect(await modelOf(id)).toMatchObject({ status: 'failed', accepted: true });
  const { stdout } = await runMain(['patients', 'get', id, '-o', 'table'], environment);
  expect(stdout).toMatch(
    /── ready and accepted ─.*Model +an earlier one is accepted; it is what view and download show\s+Newer photos +gave no model: /s,
  );
  expect(await accept('--undo')).toMatchObject({ exitCode: 0 });
});

test('a terminal finds it by the word that it shows, a script by the status of the service', async () => {
  const before = await typeMain(['list', '--status', 'failed'], environment, []);
  expect(before.stdout).toMatch(new RegExp(`^${id} .*face failed`, 'm'));
  await accept('--earlier');
  const failed = await typeMain(['list', '--status', 'failed'], environment, []);
  expect(failed).toMatchObject({
    exitCode: 0,
    stdout: '',
    stderr: expect.stringContaining('nobody has a failed model'),
  });
  const isReady = await typeMain(['list', '--status', 'ready'], environment, []);
  expect(isReady.stdout).toMatch(new RegExp(`^${id} .*ready and accepted`, 'm'));
  const script = await runMain(['list', '--status', 'failed', '-q'], environment);
  expect(script.stdout).toMatch(new RegExp(`^${id}\t.*face failed.*\n$`));
  expect(await accept('--undo')).toMatchObject({ exitCode: 0 });
});

test('the only kind is not asked for, but whether to accept that model is; Enter is no', async () => {
  const left = await typeMain(['patients', 'accept', ready], environment, [[/Accept this model\?/, '\r']]);
  expect(left).toMatchObject({ exitCode: 130, asked: 1, stderr: expect.stringContaining(`of patient ${ready}`) });
  expect(changes()).toEqual([]);
  const earlier = await typeMain(['patients', 'accept', id], environment, [[/Accept the earlier model\?/, '\r']]);
  expect(earlier).toMatchObject({ exitCode: 130, asked: 1 });
  expect(changes()).toEqual([]);
  const yes = await typeMain(['patients', 'accept', ready], environment, [[/Accept this model\?/, 'y\r']]);
  expect(yes).toMatchObject({
    exitCode: 0,
    asked: 1,
    stderr: expect.stringContaining('once accepted, no update replaces it'),
  });
  const undo = await typeMain(['patients', 'accept', ready, '--undo'], environment, [[/Take back/, '\r']]);
  expect(undo).toMatchObject({ exitCode: 130, asked: 1 });
  expect(await modelOf(ready)).toMatchObject({ accepted: true });
  // The line that a refused update offers: an id names nobody to the eye.
  const typed = ['patients', 'accept', ready, '--type', 'face', '--undo'];
  const offered = await typeMain(typed, environment, [
    [/to take back: the face model of patient \d+[\s\S]*Take back/, '\r'],
  ]);
  expect(offered).toMatchObject({ exitCode: 130, asked: 1 });
  expect(await modelOf(ready)).toMatchObject({ accepted: true });
  await runMain(typed, environment);
});

test('--earlier accepts it, and never the newest', async () => {
  expect(await accept('--earlier')).toMatchObject({ exitCode: 0 });
  expect(await modelOf(id)).toMatchObject({ accepted: true });
  expect(await accept('--undo')).toMatchObject({ exitCode: 0 });
  watched.seen.length = 0;
  const newest = await runMain(['patients', 'accept', ready, '--type', 'face', '--earlier'], environment);
  expect(newest).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('is the newest one, not an earlier one'),
  });
  expect(await accept('--earlier', '--undo')).toMatchObject({ exitCode: 2 });
  expect(changes()).toEqual([]);
});
