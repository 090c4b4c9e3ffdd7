import type { Finished } from '../support/recon-home.ts';
import type { ChangingCommand } from './changing-commands.ts';
import type { FileCall } from './strace.ts';
import { filesOf, openToOthers, type Trial } from './trial.ts';

export interface Outcome {
  exit: number | undefined;
  /** Right after the failed run. */
  timesDone: number;
  /** What must not be; whole sentences. */
  problems: string[];
}

export interface Case {
  command: ChangingCommand;
  trial: Trial;
  finished: Finished;
  /** The files that were there before the run. */
  before: Map<string, Buffer>;
  /** The names of the files that an undisturbed run leaves. */
  files: readonly string[];
  /** The call that failed. */
  call: FileCall;
}

/** Compares what a run said with what it did. */
export async function judge({ command, trial, finished, before, files, call }: Case): Promise<Outcome> {
  const { exitCode: exit, stdout, stderr } = finished;
  const timesDone = await command.timesDone(trial);
  const problems: string[] = [];
  const said = JSON.stringify(stderr.slice(0, 300));
  if (exit !== 0 && exit !== 12) problems.push(`exit ${exit}, ${said}`);
  if (exit === 0 && timesDone !== 1) problems.push(`told as done, and ${timesDone} times done`);
  if (exit === 12 && timesDone !== 0 && !command.local && !command.repeatable)
    problems.push(`told as not done, and done: ${said}`);
  if (exit === 12 && stdout !== '' && !command.repeatable)
    problems.push(`an answer beside the error: ${JSON.stringify(stdout)}`);
  if (exit !== 0 && !/^recon: /m.test(stderr)) problems.push(`no reason given: ${said}`);
  if (/\n {4}at |node:internal/.test(stderr)) problems.push(`a stack: ${said}`);
  if (`${stdout}${stderr}`.includes(trial.service.token)) problems.push('the token is shown');

  const after = filesOf(trial);
  for (const [path, bytes] of before) {
    const now = after.get(path);
    if (now === undefined && !mayGo(path, exit)) problems.push(`${path} is gone`);
    else if (now !== undefined && !now.equals(bytes) && !isWhole(path, now)) problems.push(`${path} is torn`);
  }
  for (const [path, bytes] of after) {
    if (before.has(path)) continue;
    if (call.call === 'unlink' && call.path === path) continue;
    if (command.mayLeave?.test(path) && isWhole(path, bytes)) continue;
    if (!files.includes(path) && !isOpenEntry(path, command, finished)) problems.push(`${path} is left behind`);
    else if (!isWhole(path, bytes)) problems.push(`${path} is half written`);
  }
  const open = openToOthers(trial);
  if (open.length > 0) problems.push(`open to others: ${open.join(', ')}`);
  return { exit, timesDone, problems };
}

const mayGo = (path: string, exit: number | undefined) => exit === 0 && path.includes('/journal/');

/**
 * A change that is not settled keeps its request for `recon resume`; one that is made may keep it until the next run,
 * where it could not be erased.
 */
const isOpenEntry = (path: string, { repeatable }: ChangingCommand, { exitCode, stderr }: Finished) =>
  path.includes('/journal/') && (repeatable || exitCode === 10 || exitCode === 0 || stderr.includes('recon resume'));

function isWhole(path: string, bytes: Buffer): boolean {
  if (path.endsWith('.json')) return isJson(bytes.toString());
  if (path.endsWith('.jsonl'))
    return bytes
      .toString()
      .split('\n')
      .slice(0, -1)
      .every((line) => line === '' || isJson(line));
  // A zip ends with its end record, which has no comment in ours.
  if (path.endsWith('.zip')) return bytes.subarray(-22, -18).toString('latin1') === 'PK\x05\x06';
  return true;
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
