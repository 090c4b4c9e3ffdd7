import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAME_WISH_MS } from '../../src/cli/signals.ts';
import { type Finished, RECON } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { FULL, openTable, scaled, seededRandom } from './scale.ts';
import { openSlowProxy } from './slow-proxy.ts';
import { openTrial, openTrialService, photoFlags, type Trial } from './trial.ts';

const DELAY_MS = 60;
const ROWS = 8;
const AT_ONCE = 2;
/** From the second Ctrl-C on: no more than it takes a process to end on a busy machine. */
const AT_ONCE_MS = 3_000;

const WAYS = [
  { name: 'Ctrl-C', signals: ['SIGINT'], exit: 130 },
  { name: 'Ctrl-C twice', signals: ['SIGINT', 'SIGINT'], exit: 130 },
  { name: 'SIGTERM', signals: ['SIGTERM'], exit: 143 },
] as const;

const COMMANDS = [
  {
    name: 'create with photos',
    args: (trial: Trial) => ['patients', 'create', '--name', trial.name, ...photoFlags(trial), '--no-wait'],
    wanted: 1,
  },
  {
    name: 'import',
    args: (trial: Trial) => ['patients', 'import', trial.path('in', 'people.csv'), '--jobs', '3'],
    wanted: ROWS,
  },
];

let clinic: Awaited<ReturnType<typeof openTrialService>>;
let proxies: { keys: string; url: string; close(): Promise<void> }[];
beforeAll(async () => {
  clinic = await openTrialService();
  const open = async (keys: string, withoutKeys: boolean) => ({
    keys,
    ...(await openSlowProxy({ targetUrl: clinic.service.url, delayMs: DELAY_MS, withoutKeys })),
  });
  proxies = await Promise.all([open('with keys', false), open('without keys', true)]);
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.close();
  await clinic.service.close();
});

const table = openTable('Stopped at a random moment, then recon resume', [
  ...['command', 'service', 'signal', 'trials', 'exit codes', 'kept open', 'verdict'],
]);

async function arranged(url: string): Promise<Trial> {
  const trial = await openTrial(clinic);
  trial.environment['RECON_BASE_URL'] = url;
  await runMain(['config', 'set', 'quiet-period', '400ms'], trial.environment);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const photos = at < 1 ? 'mammo,21.5,left.jpg,front.jpg,right.jpg' : ',,,,';
    return `${trial.name},row${at}@${trial.name.replaceAll(' ', '-')}.example,${photos}`;
  });
  const head = 'name,email,type,nipple_to_nipple,left,front,right';
  writeFileSync(trial.path('in', 'people.csv'), `${[head, ...rows].join('\n')}\n`);
  return trial;
}

const found = async ({ service, name }: Trial) =>
  (await service.list(`?${new URLSearchParams({ name, per_page: '100' })}`)).patients;

interface Stopped {
  finished: Finished;
  /** From the last signal to the end. */
  endedAfterMs: number;
}

async function stopAfter(
  trial: Trial,
  args: string[],
  ms: number,
  signals: readonly NodeJS.Signals[],
): Promise<Stopped> {
  const child = execa(process.execPath, [RECON, ...args], {
    cwd: trial.folder,
    stdin: 'ignore',
    env: { PATH: process.env['PATH'] ?? '', ...trial.environment },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
  });
  let signalledAt = performance.now();
  const signalling = (async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    for (const [at, signal] of signals.entries()) {
      if (at > 0) await new Promise((resolve) => setTimeout(resolve, SAME_WISH_MS + 50));
      signalledAt = performance.now();
      child.kill(signal);
    }
  })();
  const { exitCode, signal, stdout, stderr } = await child;
  const endedAfterMs = performance.now() - signalledAt;
  await signalling;
  return { finished: { exitCode, signal, stdout, stderr }, endedAfterMs };
}

/** Photos that were prepared and not handed to the journal. */
function photosLeft(trial: Trial): string[] {
  return [trial.path('tmp'), trial.path('home', '.local', 'state', 'recon', 'scratch')].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('recon-photos')) : [],
  );
}

async function tryOnce(command: (typeof COMMANDS)[number], url: string, way: (typeof WAYS)[number], ms: number) {
  const trial = await arranged(url);
  const problems: string[] = [];
  try {
    const args = command.args(trial);
    const { finished, endedAfterMs } = await stopAfter(trial, args, ms, way.signals);
    const { exitCode, signal, stderr } = finished;
    // Before the program listens and after it has ended, the signal ends the process itself: a shell shows the same number.
    const isEnded = exitCode === 0 || exitCode === way.exit || signal === way.signals[0];
    if (!isEnded) problems.push(`exit ${exitCode ?? signal}: ${stderr}`);
    if (way.signals.length > 1 && endedAfterMs > AT_ONCE_MS)
      problems.push(`ended ${endedAfterMs | 0} ms after the second`);
    if (photosLeft(trial).length > 0) problems.push(`${photosLeft(trial)} is left`);

    const list = await runMain(['resume', '--list'], trial.environment);
    const isOpen = list.stdout !== '';
    if (isOpen && way.signals.length === 1 && !stderr.includes('recon resume'))
      problems.push(`no way on told: ${stderr}`);
    const resumed = await runMain(['resume'], trial.environment);
    if (resumed.exitCode !== 0) problems.push(`resume: exit ${resumed.exitCode}: ${resumed.stderr}`);
    const there = (await found(trial)).length;
    // Nothing was begun: the person types it again.
    if (there === 0 && !isOpen) await runMain(args, trial.environment);
    const patients = await found(trial);
    if (patients.length !== command.wanted)
      problems.push(`${patients.length} of ${command.wanted} patients (${stderr})`);
    const again = await runMain(['resume'], trial.environment);
    if (!again.stderr.includes('nothing is open')) problems.push(`still open: ${again.stderr}`);
    return { exit: String(exitCode ?? signal), isOpen, problems };
  } finally {
    trial.remove();
  }
}

async function durationOf(command: (typeof COMMANDS)[number], url: string): Promise<number> {
  const trial = await arranged(url);
  const began = performance.now();
  const { finished } = await stopAfter(trial, command.args(trial), 0, []);
  expect(finished, finished.stderr).toMatchObject({ exitCode: 0 });
  trial.remove();
  return performance.now() - began;
}

/** In the quick form each command meets one of the two services. */
const CASES = COMMANDS.flatMap((command, at) =>
  [0, 1].filter((proxy) => FULL || proxy === at).map((proxy) => ({ command, name: command.name, proxy })),
);

test.each(CASES)(
  '$name (service $proxy): stopped at any moment, resumed, and everything is there once',
  async (one) => {
    const { command, name } = one;
    const { url, keys } = proxies[one.proxy]!;
    const random = seededRandom(`interrupts ${name} ${keys}`);
    const duration = await durationOf(command, url);
    const plan = Array.from({ length: scaled(27, 3) }, (_, at) => ({ way: WAYS[at % 3]!, ms: random() * duration }));
    const results: { way: string; exit: string; isOpen: boolean; problems: string[]; ms: number }[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let trial = plan.pop(); trial !== undefined; trial = plan.pop()) {
          const { way, ms } = trial;
          results.push({ way: way.name, ms, ...(await tryOnce(command, url, way, ms)) });
        }
      }),
    );
    for (const way of WAYS) {
      const group = results.filter((result) => result.way === way.name);
      const exits = [...new Set(group.map(({ exit }) => exit))].map(
        (exit) => `${exit} ×${group.filter((result) => result.exit === exit).length}`,
      );
      const wrong = group.flatMap(({ problems }) => problems).length;
      const open = group.filter(({ isOpen }) => isOpen).length;
      table.row([name, keys, way.name, group.length, exits.join(', '), open, wrong === 0 ? 'ok' : `${wrong} WRONG`]);
    }
    const wrong = results.flatMap(({ way, ms, problems }) => problems.map((text) => `${way} at ${ms | 0} ms: ${text}`));
    expect(wrong).toEqual([]);
  },
);
