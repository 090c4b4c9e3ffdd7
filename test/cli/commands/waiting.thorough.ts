import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { standInProcess } from '../../support/stand-in-process.ts';

const FACE = ['--type', 'face', '--photos', join(SAMPLES, 'ana', 'face')];

let home: ReconHome;
let quick: TestService;
let refusing: TestService;
let hanging: TestService;
beforeAll(async () => {
  home = await makeHome();
  quick = await openService();
  refusing = await openService({ workerUrl: workerNamed('refuse') });
  hanging = await openService({ workerUrl: workerNamed('hang') });
});
afterAll(async () => {
  await Promise.all([quick.close(), refusing.close(), hanging.close()]);
  await home.remove();
});

const environment = ({ url, token }: TestService) => ({
  ...home.environment,
  RECON_BASE_URL: url,
  RECON_TOKEN: token,
});
const recon = (service: TestService, ...args: string[]) => runMain(args, environment(service));
const lastLine = (text: string) => JSON.parse(text.trimEnd().split('\n').at(-1)!);

test('a generation that fails ends with 9 and the service’s reason; the id is on stdout all the same', async () => {
  const { exitCode, stdout, stderr } = await recon(refusing, 'patients', 'create', '--name', 'Ana', ...FACE);
  expect(exitCode).toBe(9);
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).toContain(`the face generation of patient ${stdout.trim()} failed: `);
  expect(stderr).toMatch(/Try: recon update/);
  const again = await recon(refusing, 'wait', stdout.trim(), '--json');
  expect(again.exitCode).toBe(9);
  expect(JSON.parse(again.stdout).patient.reconstructions[0].status).toBe('failed');
  expect(lastLine(again.stderr).error).toMatchObject({ code: 'generation_failed', exit: 9, retryable: false });
});

test('a wait that ends first ends with 8, tells how to go on, and prints the last answer seen', async () => {
  const args = ['patients', 'create', '--name', 'Bo', ...FACE, '--wait-timeout', '500ms', '--json'];
  const { exitCode, stdout, stderr } = await recon(hanging, ...args);
  expect(exitCode).toBe(8);
  const { patient } = JSON.parse(stdout);
  expect(patient.reconstructions[0].status).toBe('processing');
  // Only a look at the patient shows simulations; the answer of the create has none.
  expect(patient.reconstructions[0].simulations).toEqual([]);
  expect(lastLine(stderr).error).toMatchObject({ exit: 8, retryable: true });
  expect(lastLine(stderr).error.hint).toContain(`recon wait ${patient.id}`);
});

test('each change of state is one plain line', async () => {
  const { stderr } = await recon(quick, 'patients', 'create', '--name', 'Cy', ...FACE);
  expect(stderr).toMatch(/^sending 6 photos/m);
  expect(stderr.match(/^face is ready$/gm)).toHaveLength(1);
  expect(stderr).toMatch(/^ready after /m);
});

test('the last line tells how wrong the model may be, and warnings follow it, where the service tells', async () => {
  const certain = await openService({ workerUrl: workerNamed('certain') });
  const photos = ['--type', 'mammo', '--nipple-to-nipple', '21.5', '--photos', join(SAMPLES, 'ana', 'torso')];
  const { exitCode, stdout, stderr } = await recon(certain, 'patients', 'create', '--name', 'Cy', ...photos);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^\d+\n$/);
  expect(stderr).toMatch(
    /^ready after .*; the model is probably exact to 2.1 mm \(torso front\), 3 mm \(left side of the chest\)$/m,
  );
  expect(stderr).toMatch(/warning: breast: A 'sentence', of 45 degree \?\.$/m);
  await certain.close();
});

test('-q says nothing, and still answers', async () => {
  const fresh = await makeHome();
  onTestFinished(() => fresh.remove());
  const own = { ...fresh.environment, RECON_BASE_URL: quick.url, RECON_TOKEN: quick.token };
  // Of photos that another patient has, too, a script is warned.
  const ben = ['--type', 'face', '--provider', '4', '--photos', join(SAMPLES, 'ben', 'face')];
  const { exitCode, stdout, stderr } = await runMain(['patients', 'create', '--name', 'Di', ...ben, '-q'], own);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^\d+\n$/);
});

test('wait tells type and status of several, and has nothing to do for a record alone', async () => {
  const ids: string[] = [];
  for (const name of ['Ed', 'Fe']) {
    ids.push((await recon(quick, 'patients', 'create', '--name', name, ...FACE, '--no-wait')).stdout.trim());
  }
  const { exitCode, stdout } = await recon(quick, 'wait', ...ids);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${ids[0]}\tface\thas_3d\n${ids[1]}\tface\thas_3d\n` });
  const record = (await recon(quick, 'patients', 'create', '--name', 'Gi')).stdout.trim();
  const nothing = await recon(quick, 'wait', record);
  expect({ exitCode: nothing.exitCode, stdout: nothing.stdout }).toEqual({ exitCode: 0, stdout: '' });
  expect(nothing.stderr).toContain('nothing to wait for');
  const both = await recon(quick, 'wait', record, ids[0]!);
  expect({ exitCode: both.exitCode, stdout: both.stdout }).toEqual({
    exitCode: 0,
    stdout: `${ids[0]}\tface\thas_3d\n`,
  });
  expect(both.stderr).toMatch(new RegExp(`^patient ${record} has no 3D model to wait for$`, 'm'));
  const other = (await recon(quick, 'patients', 'create', '--name', 'Gj')).stdout.trim();
  const several = await recon(quick, 'wait', record, other, ids[0]!, '--type', 'face');
  expect(several.stderr).toMatch(new RegExp(`^patients ${record}, ${other} have no face model to wait for$`, 'm'));
  expect((await recon(quick, 'wait', '999999', '--wait-timeout', '20s')).exitCode).toBe(3);
  const beside = await recon(quick, 'wait', ids[0]!, '999999');
  expect([beside.exitCode, beside.stdout]).toEqual([3, `${ids[0]}\tface\thas_3d\n`]);
});

test('a wait time that is none ends with 2', async () => {
  expect((await recon(quick, 'wait', '1', '--wait-timeout', 'soon')).exitCode).toBe(2);
});

test('-v tells what is sent', async () => {
  const { stderr } = await recon(quick, 'patients', 'create', '--name', 'Ha', ...FACE, '--no-wait', '-v');
  expect(stderr).toContain(`service: ${quick.url}`);
  expect(stderr).toMatch(/front\.jpg: \d+ kB, SHA-256 [0-9a-f]{64}/);
});

test('--debug shows requests, and neither token nor person', async () => {
  const { stderr } = await recon(quick, 'patients', 'list', '--name', 'Private Person', '--debug');
  expect(stderr).toContain('debug: request GET /patients?name=…');
  expect(stderr).not.toContain(quick.token);
  expect(stderr).not.toContain('Private');
});

const photosBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).filter((name) => /photos$|\.request$/.test(String(name))).length
    : 0;

test('the private copies of photos are gone while the wait goes on', async () => {
  const state = join(home.folder, '.local/state/recon');
  /** Copies being checked, and those that the journal keeps of an open change. */
  const copies = () => photosBelow(state);
  const args = ['patients', 'create', '--name', 'Flo', ...FACE];
  const { stand, texts } = standInProcess(args, environment(hanging));
  const done = main(stand);
  await expect.poll(copies, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => texts.stderr, { timeout: 20_000 }).toContain('face is processing');
  expect(copies()).toBe(0);
  stand.emit('SIGINT');
  expect(await done).toBe(130);
});

test('Ctrl-C while the service is away does not say that the generation goes on now', async () => {
  const own = await openService({ workerUrl: workerNamed('hang') });
  const args = ['patients', 'create', '--name', 'Ines', ...FACE];
  const { stand, texts } = standInProcess(args, environment(own));
  const done = main(stand);
  await expect.poll(() => texts.stderr, { timeout: 20_000 }).toContain('face is processing');
  await own.close();
  await expect.poll(() => texts.stderr, { timeout: 20_000 }).toContain('trying again');
  // Its four tries take 3 s, and only the first is told here.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  stand.emit('SIGINT');
  expect(await done).toBe(130);
  expect(texts.stderr).toContain('the generation goes on once the service answers again');
}, 60_000);
