import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { strangerService } from '../../core/changes/attack-service.ts';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { standInProcess } from '../../support/stand-in-process.ts';

const PROFILE = 'slow';
const TOKEN = 'canary_5up3r53cr3tt0k3n';
const FACE = ['--type', 'face', '--photos', join(SAMPLES, 'ana', 'face')];
const CREATE = ['patients', 'create', '--name', 'Kill Nine'];

type Service = Pick<TestService, 'url'> & { token?: string };

let quick: TestService;
let refusing: TestService;
let hanging: TestService;
beforeAll(async () => {
  quick = await openService();
  refusing = await openService({ workerUrl: workerNamed('refuse') });
  hanging = await openService({ workerUrl: workerNamed('hang') });
});
afterAll(() => Promise.all([quick.close(), refusing.close(), hanging.close()]));

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '50ms', '--profile', PROFILE], home.environment);
  return () => home.remove();
});

const typed = ({ url }: Service) => ['--profile', PROFILE, '--base-url', url];
const shown = ({ url }: Service) => `--profile slow --base-url ${url}`;
const environment = ({ token = TOKEN }: Service) => ({ ...home.environment, RECON_TOKEN: token });
const recon = (service: Service, ...args: string[]) => runMain([...args, ...typed(service)], environment(service));

/** Every command line in the text that needs a service, each with what follows it. */
const linesIn = (text: string) =>
  [...text.matchAll(/\brecon (?:(?:patients|after) )?(?!config|serve|accounts|patients|after)[a-z]+ ?(.*)/g)]
    .map(([, rest = '']) => rest)
    .filter((rest) => !rest.includes('--help'));

function expectComplete(service: Service, stderr: string, command: string): void {
  expect(stderr).toContain(`${command} ${shown(service)}`);
  const lines = linesIn(stderr);
  expect(lines.length).toBeGreaterThan(0);
  for (const rest of lines) expect(rest, stderr).toMatch(/^--profile /);
  expect(stderr).not.toContain(service.token ?? TOKEN);
}

/** Runs until `seen` is on stderr, then Ctrl-C. */
async function stopped(service: Service, args: string[], isReached: (stderr: string) => boolean): Promise<string> {
  const { stand, texts } = standInProcess([...args, ...typed(service)], environment(service));
  const done = main(stand);
  await expect.poll(() => isReached(texts.stderr), { timeout: 20_000 }).toBe(true);
  stand.emit('SIGINT');
  expect(await done).toBe(130);
  return texts.stderr;
}

test('--no-wait tells how to wait', async () => {
  const { exitCode, stdout, stderr } = await recon(quick, ...CREATE, ...FACE, '--no-wait');
  expect(exitCode).toBe(0);
  expectComplete(quick, stderr, 'recon wait');
  expect(stderr).toContain(`recon wait ${shown(quick)} ${stdout}`);
});

test('Ctrl-C in a wait, its deadline, and a model that is not there yet', async () => {
  const stderr = await stopped(hanging, [...CREATE, ...FACE], (text) => text.includes('face is processing'));
  expectComplete(hanging, stderr, 'recon wait');
  const late = await recon(hanging, 'patients', 'create', '--name', 'Late', ...FACE, '--wait-timeout', '300ms');
  expect(late.exitCode).toBe(8);
  expectComplete(hanging, late.stderr, 'recon wait');
  const none = await recon(
    hanging,
    'download',
    late.stdout.trim(),
    '--type',
    'face',
    '--to',
    join(home.folder, 'a.zip'),
  );
  expect(none.exitCode).not.toBe(0);
  expectComplete(hanging, none.stderr, 'recon wait');
});

test('a generation that failed, as text and as JSON', async () => {
  const { exitCode, stdout, stderr } = await recon(refusing, ...CREATE, ...FACE);
  expect(exitCode).toBe(9);
  expectComplete(refusing, stderr, 'recon update');
  const asJson = await recon(refusing, 'wait', stdout.trim(), '--json');
  const { hint } = JSON.parse(asJson.stderr.trimEnd().split('\n').at(-1)!).error;
  expect(hint).toContain(`recon update ${shown(refusing)} `);
});

test('a create that is stopped before its answer', async () => {
  let isAsked = false;
  const service = await strangerService({
    onRequest: async ({ method }) => {
      isAsked ||= method === 'POST';
      if (method === 'POST') await new Promise((resolve) => setTimeout(resolve, 500));
    },
  });
  expectComplete(service, await stopped(service, [...CREATE, ...FACE], () => isAsked), 'recon resume');
});

test('a create whose answer is lost, what it leaves open, and its end by the line that is shown', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const lost = await recon(service, ...CREATE);
  expect(lost.exitCode).toBe(10);
  expectComplete(service, lost.stderr, 'recon resume');
  const other = await recon(service, ...CREATE, '--city', 'Porto');
  expectComplete(service, other.stderr, 'recon resume');
  const ofOther = await recon({ ...service, token: 'another_token_of_someone' }, 'resume');
  expectComplete(service, ofOther.stderr, 'recon resume');
  const [, line = ''] = /Try: recon (resume --profile [^(]*?)(?: \(|$)/m.exec(lost.stderr) ?? [];
  const resumed = await runMain(line.split(' '), environment(service));
  expect(resumed, resumed.stderr).toMatchObject({ exitCode: 0 });
  expect(service.patients).toHaveLength(1);
});

test('what only a person can decide', async () => {
  const service = await strangerService();
  service.fates = ['lost applied'];
  const { exitCode, stderr } = await recon(service, 'patients', 'create', '--city', 'Porto');
  expect(exitCode).toBe(10);
  expectComplete(service, stderr, 'recon resume');
  expect(stderr).toMatch(/it was made: recon resume --profile slow .* --adopt /);
});

test('rows that were not created', async () => {
  const { writeFile } = await import('node:fs/promises');
  const list = join(home.folder, 'two.csv');
  await writeFile(list, 'name,type\nAna,\nBo,nose\n');
  const { exitCode, stderr } = await recon(quick, 'patients', 'import', list, '--keep-going');
  expect(exitCode).toBe(7);
  expectComplete(quick, stderr, 'recon patients import');
});

test.each([
  ['recon list', ['patients', 'get', '999999']],
  ['recon resume', ['resume', 'nothere1']],
  ['recon resume', ['resume', '--recreate']],
  ['recon update', ['patients', 'update', '7']],
  ['recon create', ['patients', 'create']],
  ['recon create', ['patients', 'create', '--type', 'face']],
  ['recon api', ['api', 'BREW', '/patients']],
  ['recon login', ['login']],
])('%s is named with the service by %j', async (command, args) => {
  const { exitCode, stderr } = await recon(quick, ...args);
  expect(exitCode).not.toBe(0);
  expectComplete(quick, stderr, command);
});

test('a patient that is there already, and a token that is refused', async () => {
  await recon(quick, ...CREATE, '--phone', '5550101');
  expectComplete(quick, (await recon(quick, ...CREATE, '--phone', '5550101')).stderr, 'recon show');
  const wrong = { url: quick.url, token: 'no_such_token_here' };
  const { stderr } = await recon(wrong, 'patients', 'list');
  // A login would not be used: the variable goes first.
  expect(stderr).toContain('Try: a new token in RECON_TOKEN');
  expect(stderr).not.toContain(wrong.token);
});

test('what the environment says holds for the next command too, and is not repeated', async () => {
  const variables = { ...environment(quick), RECON_BASE_URL: quick.url, RECON_PROFILE: PROFILE };
  const { stderr } = await runMain(['patients', 'get', '99999'], variables);
  expect(stderr).toMatch(/Try: recon list$/m);
});
