import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { BATCH_COMMANDS } from './batch-commands.ts';
import { CHANGING_COMMANDS, type ChangingCommand } from './changing-commands.ts';
import { judge, type Outcome } from './judge-fault.ts';
import { FULL, openTable, seededRandom } from './scale.ts';
import { type Fault, type FileCall, type Run, recordCalls, runWithFault } from './strace.ts';
import { filesOf, inTurn, openTrial, openTrialService, type Trial } from './trial.ts';

const FAULTS: readonly Fault[] = ['ENOSPC', 'EIO', 'EACCES'];
/** How many calls of one command fail in the quick form. */
const QUICK_POINTS = 2;
/** Of one kind of call on one file. */
const MOST_OF_A_KIND = 3;
/** The machine has two cores; strace needs little. */
const AT_ONCE = 2;

let clinic: Awaited<ReturnType<typeof openTrialService>>;
beforeAll(async () => {
  clinic = await openTrialService();
});
afterAll(() => clinic.service.close());

const table = openTable('The n-th file call of a command fails', [
  ...['command', 'call', 'fault', 'trials', 'exit codes', 'done on the service or here', 'verdict'],
]);

async function arranged(command: ChangingCommand): Promise<{ trial: Trial; run: Run }> {
  const trial = await openTrial(clinic);
  await command.arrange?.(trial);
  const { folder, environment, id } = trial;
  const input = command.input?.(trial);
  return { trial, run: { args: command.args(trial), folder, environment, id, ...(input !== undefined && { input }) } };
}

/** What the command does where nothing fails: its calls, and the files it leaves. */
async function undisturbed(command: ChangingCommand) {
  const { trial, run } = await arranged(command);
  const { finished, calls } = await recordCalls(run);
  expect(finished, JSON.stringify(finished)).toMatchObject({ exitCode: 0 });
  expect(await command.timesDone(trial)).toBe(1);
  const files = [...filesOf(trial).keys()];
  trial.remove();
  // How many pieces a download comes in is a matter of chance: the first ones stand for all.
  return { calls: calls.filter(({ path, nth }) => !path.startsWith('in/') && nth <= MOST_OF_A_KIND), files };
}

async function disturbed(command: ChangingCommand, files: readonly string[], call: FileCall, fault: Fault) {
  const { trial, run } = await arranged(command);
  try {
    const before = filesOf(trial);
    const { finished, hit } = await runWithFault(run, call, fault);
    if (!hit) return undefined;
    const outcome = await judge({ command, trial, finished, before, files, call });
    outcome.problems.push(...(await problemsAfterwards(command, trial, run, finished.exitCode === 0)));
    return outcome;
  } finally {
    trial.remove();
  }
}

/** What is still open is finished, and what failed is repeated by the person: then it is done, once. */
async function problemsAfterwards(command: ChangingCommand, trial: Trial, run: Run, isDone: boolean) {
  const resumed = await inTurn(() => runMain(['resume'], run.environment));
  const last = isDone ? resumed : await inTurn(() => runMain(run.args, run.environment, run.input));
  const problems: string[] = [];
  const timesDone = await command.timesDone(trial);
  if (timesDone !== 1) problems.push(`afterwards: ${timesDone} times done, exit ${last.exitCode}: ${last.stderr}`);
  const requests = [...filesOf(trial).keys()].filter((path) => /\.request(\.new)?$/.test(path));
  if (requests.length > 0) problems.push(`afterwards: ${requests} is left`);
  return problems;
}

test
  .skipIf(!requireTool('strace'))
  .each([...CHANGING_COMMANDS, ...BATCH_COMMANDS].map((command) => ({ command, name: command.name })))(
  '$name: whatever call fails, it is told, and nothing is half done',
  async ({ command, name }) => {
    const { calls, files } = await undisturbed(command);
    const random = seededRandom(`syscalls ${name}`);
    const points = calls.flatMap((call) => FAULTS.map((fault) => ({ call, fault })));
    const some = Array.from({ length: QUICK_POINTS }, () => points[Math.floor(random() * points.length)]!);
    const chosen = FULL ? points : some;
    const outcomes: { call: FileCall; fault: Fault; outcome: Outcome | undefined }[] = [];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let point = chosen.pop(); point !== undefined; point = chosen.pop()) {
          outcomes.push({ ...point, outcome: await disturbed(command, files, point.call, point.fault) });
        }
      }),
    );
    report(name, outcomes);
    const wrong = outcomes.flatMap(({ call, fault, outcome }) =>
      (outcome?.problems ?? []).map(
        (problem) => `${fault} at ${call.call} ${call.nth} of ${call.path} (${call.shown}): ${problem}`,
      ),
    );
    expect(wrong).toEqual([]);
    expect(outcomes.some(({ outcome }) => outcome !== undefined)).toBe(true);
  },
);

function report(name: string, outcomes: { call: FileCall; fault: Fault; outcome: Outcome | undefined }[]) {
  const groups = new Map<string, typeof outcomes>();
  for (const one of outcomes) {
    const key = `${one.call.call}\t${one.fault}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  for (const [key, group] of [...groups].sort()) {
    const reached = group.flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
    const problems = reached.flatMap((one) => one.problems).length;
    const missed = group.length - reached.length;
    table.row([
      ...[name, ...key.split('\t'), group.length],
      tally(reached.map(({ exit }) => String(exit))),
      tally(reached.map(({ exit, timesDone }) => `${exit === 0 ? 'told done' : 'told not'}: ${timesDone}`)),
      problems > 0 ? `${problems} WRONG` : missed > 0 ? `ok, ${missed} not reached` : 'ok',
    ]);
  }
}

/** `12 ×5, 0 ×1` */
function tally(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${value} ×${count}`).join(', ');
}
