import { existsSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { BATCH_COMMANDS } from './batch-commands.ts';
import { CHANGING_COMMANDS, type ChangingCommand } from './changing-commands.ts';
import { FULL, openTable, seededRandom } from './scale.ts';
import { type FileCall, recordCalls, runWithFault } from './strace.ts';
import { filesOf, inTurn, openTrial, openTrialService, type Trial } from './trial.ts';

const AT_ONCE = FULL ? 2 : 1;

/** Those that change something on the service; config-kill.thorough.ts has those that change this machine alone. */
const COMMANDS = [...CHANGING_COMMANDS, ...BATCH_COMMANDS].filter(({ local }) => !local);

let clinic: Awaited<ReturnType<typeof openTrialService>>;
beforeAll(async () => {
  clinic = await openTrialService();
});
afterAll(() => clinic.service.close());

const table = openTable('kill -9 in each file call of a change, then recon resume', [
  ...['command', 'killed', 'made before the kill', 'finished by resume', 'repeated by hand', 'verdict'],
]);

async function arranged(command: ChangingCommand) {
  const trial = await openTrial(clinic);
  await command.arrange?.(trial);
  const { folder, environment, id } = trial;
  return { trial, run: { args: command.args(trial), folder, environment, id } };
}

async function callsOf(command: ChangingCommand): Promise<FileCall[]> {
  const { trial, run } = await arranged(command);
  const { calls } = await recordCalls(run);
  trial.remove();
  return calls.filter(({ path, nth }) => !path.startsWith('in/') && nth <= 3);
}

/**
 * An hour later nothing of it may lie about: no request, no photo, nothing half written. Until then a request that no
 * line tells of may be one that another process is about to write down.
 */
async function leftOf(trial: Trial): Promise<string[]> {
  const journal = trial.path('home', '.local', 'state', 'recon', 'journal');
  const old = Date.now() / 1_000 - 7_200;
  for (const name of existsSync(journal) ? readdirSync(journal) : []) utimesSync(join(journal, name), old, old);
  await inTurn(() => runMain(['resume'], trial.environment));
  const isLeft = (path: string) => /\.request(\.new)?$|\.part$|\.tmp$/.test(path);
  return [...filesOf(trial).keys()].filter(isLeft);
}

async function killedIn(call: FileCall, command: ChangingCommand) {
  const { trial, run } = await arranged(command);
  const problems: string[] = [];
  try {
    const { hit } = await runWithFault(run, call, 'SIGKILL');
    if (!hit) return { hit, by: 'nobody', problems };
    const before = await command.timesDone(trial);
    const resumed = await inTurn(() => runMain(['resume'], run.environment));
    if (resumed.exitCode !== 0) problems.push(`resume: exit ${resumed.exitCode}: ${resumed.stderr}`);
    const after = await command.timesDone(trial);
    // Nothing was written down: nothing was sent, and the person types it again.
    if (after === 0) await inTurn(() => runMain(run.args, run.environment));
    const last = await command.timesDone(trial);
    if (last !== 1) problems.push(`${before}, then ${after}, then ${last} times done: ${resumed.stderr}`);
    problems.push(...(await leftOf(trial)).map((path) => `${path} is left`));
    return { hit, by: before > 0 ? 'kill' : after > 0 ? 'resume' : 'hand', problems };
  } finally {
    trial.remove();
  }
}

test.skipIf(!requireTool('strace')).each(COMMANDS.map((command) => ({ command, name: command.name })))(
  '$name killed in any of its file calls is done once in the end',
  async ({ command, name }) => {
    const calls = await callsOf(command);
    const random = seededRandom(`killed ${name}`);
    const chosen = FULL ? [...calls] : calls.map(() => calls[Math.floor(random() * calls.length)]!);
    const results: Awaited<ReturnType<typeof killedIn>>[] = [];
    const wrong: string[] = [];
    const killed = () => results.filter(({ hit }) => hit).length;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        // In the quick form one that was hit is enough.
        for (let call = chosen.pop(); call !== undefined && (FULL || killed() === 0); call = chosen.pop()) {
          const { call: what, nth, path } = call;
          const result = await killedIn(call, command);
          results.push(result);
          wrong.push(...result.problems.map((problem) => `${what} ${nth} of ${path}: ${problem}`));
        }
      }),
    );
    const count = (by: string) => results.filter((result) => result.by === by).length;
    table.row([name, killed(), count('kill'), count('resume'), count('hand'), wrong.length === 0 ? 'ok' : 'WRONG']);
    expect(wrong).toEqual([]);
    expect(killed()).toBeGreaterThan(FULL ? calls.length / 2 : 0);
  },
);
