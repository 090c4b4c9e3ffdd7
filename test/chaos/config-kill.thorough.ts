import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundled } from '../support/engine-worker.ts';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { CHANGING_COMMANDS, type ChangingCommand } from './changing-commands.ts';
import { FULL, openTable, scaled, seededRandom } from './scale.ts';
import { recordCalls, runWithFault } from './strace.ts';
import { openTrial, openTrialService } from './trial.ts';

const table = openTable('Settings and tokens under kill -9 and a full disk', ['scenario', 'trials', 'seen', 'verdict']);

/** A file is there as a whole and for this user alone, and nothing was put aside as unreadable. */
function look(folder: string): string[] {
  const problems = readdirSync(folder).flatMap((name) => (name.includes('.bad') ? [`${name} was put aside`] : []));
  for (const name of ['config.json', 'credentials.json']) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    if ((statSync(path).mode & 0o777) !== 0o600) problems.push(`${name} is open to others`);
    try {
      JSON.parse(readFileSync(path, 'utf8'));
    } catch {
      problems.push(`${name} is torn`);
    }
  }
  return problems;
}

test('8 processes that write 50 settings each lose none', async () => {
  const folder = join(tempFolder(), 'recon');
  const program = fileURLToPath(await bundled('test/config/programs/write-settings.ts', 'write-settings'));
  const keys = scaled(50, 10);
  const writers = Array.from({ length: 8 }, (_, at) =>
    spawn(process.execPath, [program, folder, `w${at}`, String(keys)], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  await Promise.all(writers.map((writer) => once(writer, 'exit')));
  const kept = Object.keys(JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')).profiles).length;
  table.row(['8 writers', 8 * keys, `${kept} kept`, kept === 8 * keys ? 'ok' : 'WRONG']);
  expect(kept).toBe(8 * keys);
  expect(look(folder)).toEqual([]);
});

test('killed at a random moment of writing: whole files, and what was told as kept is there', async () => {
  const folder = join(tempFolder(), 'recon');
  const program = fileURLToPath(await bundled('test/chaos/programs/write-forever.ts', 'write-forever'));
  const random = seededRandom('config kill');
  const kills = scaled(1_000, 8);
  const problems: string[] = [];
  let acknowledged = 0;
  const writeUntilKilled = async (writer: string) => {
    const child = spawn(process.execPath, [program, folder, writer], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, random() * 40));
    child.kill('SIGKILL');
    await once(child, 'close');
    return Number(said.trim().split('\n').at(-1));
  };
  for (let done = 0; done < kills; done += 2) {
    const writers = [`w${done}`, `w${done + 1}`];
    const last = await Promise.all(writers.map(writeUntilKilled));
    problems.push(...look(folder));
    const tokens = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'));
    writers.forEach((writer, at) => {
      const kept = Number(/\d+$/.exec(tokens[`${writer} https://clinic.example`])?.[0]);
      acknowledged += last[at]! + 1;
      if (!(kept >= last[at]!)) problems.push(`${writer} was told ${last[at]}, and ${kept} is kept`);
    });
  }
  table.row(['kill -9 at random', kills, `${acknowledged} writes told`, problems.length === 0 ? 'ok' : 'WRONG']);
  expect(problems).toEqual([]);
});

const WRITERS = CHANGING_COMMANDS.filter(({ name }) => ['login', 'logout', 'config set'].includes(name));

describeWithService((clinic) =>
  test.skipIf(!requireTool('strace')).each(WRITERS.map((command) => ({ command, name: command.name })))(
    '$name killed in any of its file calls: old or new, whole, and no token beside its store afterwards',
    async ({ command, name }) => {
      const calls = await callsOf(command, clinic());
      const random = seededRandom(`kill ${name}`);
      const problems: string[] = [];
      const seen = { old: 0, new: 0 };
      let missed = 0;
      const first = Math.floor(random() * Math.min(10, calls.length));
      const chosen = calls.filter((_, at) => FULL || at % 10 === first);
      for (const call of chosen) {
        const trial = await openTrial(clinic());
        await command.arrange?.(trial);
        const run = { ...trial, args: command.args(trial), input: command.input?.(trial) ?? '' };
        const { hit } = await runWithFault(run, call, 'SIGKILL');
        const folder = trial.path('home', '.config', 'recon');
        const at = `${call.call} of ${call.path}`;
        if (!hit) missed += 1;
        problems.push(...look(folder).map((problem) => `${at}: ${problem}`));
        seen[(await command.timesDone(trial)) === 1 ? 'new' : 'old'] += 1;
        const again = await runMain(run.args, run.environment, run.input);
        if (again.exitCode !== 0) problems.push(`${at}: then exit ${again.exitCode}`);
        if ((await command.timesDone(trial)) !== 1) problems.push(`${at}: not done afterwards`);
        const left = readdirSync(folder).filter((file) => file.startsWith('credentials') && file.includes('.tmp'));
        problems.push(...left.map((file) => `${at}: ${file} is left behind`));
        trial.remove();
      }
      // Node reads a file of its own now and then, and not in each run.
      if (missed === chosen.length) problems.push('no call was reached');
      const shown = `${seen.old} old, ${seen.new} new, ${missed} not reached`;
      table.row([`${name}, killed in a call`, chosen.length, shown, problems.length === 0 ? 'ok' : 'WRONG']);
      expect(problems).toEqual([]);
    },
  ),
);

function describeWithService(tests: (clinic: () => Awaited<ReturnType<typeof openTrialService>>) => void) {
  let clinic: Awaited<ReturnType<typeof openTrialService>>;
  beforeAll(async () => {
    clinic = await openTrialService();
  });
  afterAll(() => clinic.service.close());
  tests(() => clinic);
}

async function callsOf(command: ChangingCommand, clinic: Awaited<ReturnType<typeof openTrialService>>) {
  const trial = await openTrial(clinic);
  await command.arrange?.(trial);
  const { calls } = await recordCalls({ ...trial, args: command.args(trial), input: command.input?.(trial) ?? '' });
  trial.remove();
  return calls.filter(({ path }) => !path.startsWith('in/'));
}

test.skipIf(!canMount())('settings that a nearly full disk would cut stay as they were', async () => {
  const disk = openSmallDisk('64k');
  const folder = join(disk.folder, 'recon');
  mkdirSync(folder);
  const profiles = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`clinic-${at}`, { 'base-url': `https://clinic-${at}.example` }]),
  );
  const path = join(folder, 'config.json');
  writeFileSync(path, JSON.stringify({ version: 1, profiles }));
  chmodSync(path, 0o600);
  const before = readFileSync(path);
  const environment = { HOME: disk.folder, XDG_CONFIG_HOME: disk.folder };
  const exits: (number | undefined)[] = [];
  // Page by page, until nothing fits.
  for (let pages = 0; pages < 16 && existsSync(path); pages++) {
    const { exitCode } = await runMain(['config', 'set', 'jobs', '7'], environment);
    exits.push(exitCode);
    expect(look(folder)).toEqual([]);
    const now = JSON.parse(readFileSync(path, 'utf8'));
    expect(Object.keys(now.profiles)).toEqual(expect.arrayContaining(Object.keys(profiles)));
    if (exitCode === 12) expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    if (exitCode === 0) writeFileSync(path, before);
    try {
      disk.fill(`full-${pages}`, 4_096);
    } catch {
      break;
    }
  }
  table.row(['disk with less and less room', exits.length, `exit ${exits.join(' ')}`, 'ok']);
  expect(new Set(exits)).toEqual(new Set([0, 12]));
});
