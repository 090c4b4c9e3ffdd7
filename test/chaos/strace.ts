import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { type Finished, RECON } from '../support/recon-home.ts';

/** Calls that make, fill, finish, move or open a file; each of them can fail. */
const CALLS = [
  ...['openat', 'write', 'pwrite64', 'writev', 'pwritev', 'ftruncate', 'fchmod', 'chmod'],
  ...[
    'fsync',
    'fdatasync',
    'rename',
    'renameat',
    'renameat2',
    'link',
    'linkat',
    'unlink',
    'unlinkat',
    'rmdir',
    'mkdir',
  ],
];

/** One call of a command on one of its own files: the `nth` of that name on that path. */
export interface FileCall {
  call: string;
  /** Relative to the trial's folder, with ID for the patient's. */
  path: string;
  nth: number;
  /** What it did when nobody interfered: flags and result, to be read by a person. */
  shown: string;
}

/** What is done to a call: it fails with an error, or the process is killed in it. */
export type Fault = 'ENOSPC' | 'EIO' | 'EACCES' | 'SIGKILL';

export interface Run {
  args: string[];
  /** Everything of the trial lies below it: home, settings, state, temporary files, targets. */
  folder: string;
  environment: Record<string, string>;
  /** Of the patient, where file names have it. */
  id: string;
  /** Standard input; it is at its end where there is none. */
  input?: string;
}

/** For one command of a home: a second one would give its files the names of the first. */
const FIXED_NAMES = ['--import', fileURLToPath(new URL('fixed-names.mjs', import.meta.url))];

/** The calls that a command makes on files below its folder when nothing fails, in their order. */
export async function recordCalls(run: Run): Promise<{ finished: Finished; calls: FileCall[] }> {
  const { finished, log } = await strace(run, ['--seccomp-bpf', '-e', `trace=${CALLS.join(',')}`], FIXED_NAMES);
  const calls = readCalls(log, run);
  if (calls.length === 0) throw new Error(`strace saw no call on a file: ${finished.stderr}${log.slice(0, 1000)}`);
  return { finished, calls };
}

/** Runs a command while one of its calls fails. `hit` tells whether it got that far. */
export async function runWithFault(run: Run, { call, path, nth }: FileCall, fault: Fault) {
  const how = fault === 'SIGKILL' ? `signal=${fault}` : `error=${fault}`;
  const options = [
    // Under the fast filter strace sends no signals.
    ...(fault === 'SIGKILL' ? [] : ['--seccomp-bpf']),
    ...['-P', join(run.folder, path.replaceAll('-ID-', `-${run.id}-`))],
    ...['-e', `trace=${call}`, '-e', `inject=${call}:${how}:when=${nth}`],
  ];
  const { finished, log } = await strace(run, options, FIXED_NAMES);
  return { finished, hit: fault === 'SIGKILL' ? finished.signal === fault : log.includes('(INJECTED)') };
}

/** Leaves what a command that is stopped by others leaves, under the names that every trial has. */
export async function runWithFixedNames(run: Run): Promise<Finished> {
  return await runIn(run, [process.execPath, ...FIXED_NAMES, RECON, ...run.args]);
}

/** Runs the program under strace with these options of it. */
export async function strace(run: Run, options: string[], nodeOptions: readonly string[] = []) {
  const logFolder = await mkdtemp(join(tmpdir(), 'recon-strace-'));
  const logPath = join(logFolder, 'log');
  try {
    const finished = await runIn(run, [
      ...['strace', '-f', '-qq', '-y', '-s', '0', '-o', logPath, ...options],
      ...[process.execPath, ...nodeOptions, RECON, ...run.args],
    ]);
    return { finished, log: readFileSync(logPath, 'utf8') };
  } finally {
    rmSync(logFolder, { recursive: true, force: true });
  }
}

async function runIn({ folder, environment, input = '' }: Run, [program, ...args]: string[]): Promise<Finished> {
  const { exitCode, signal, stdout, stderr } = await execa(program!, args, {
    cwd: folder,
    input,
    // strace counts by thread: with one thread for files, the n-th call is the same one in each run.
    env: { PATH: process.env['PATH'] ?? '', LANG: 'C.UTF-8', UV_THREADPOOL_SIZE: '1', ...environment },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    timeout: 60_000,
  });
  return { exitCode, signal, stdout, stderr };
}

function readCalls(log: string, { folder, id }: Run): FileCall[] {
  const counts = new Map<string, number>();
  const calls: FileCall[] = [];
  for (const line of log.split('\n')) {
    const match = /^(\d+) +(\w+)\((.*)$/.exec(line);
    if (match === null) continue;
    const [, thread, call, rest] = match as unknown as [string, string, string, string];
    const paths = pathsIn(rest, folder).map((path) => (id === '' ? path : path.replaceAll(`-${id}-`, '-ID-')));
    for (const path of paths) {
      const key = `${thread} ${call} ${path}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const [path] = paths;
    if (path === undefined) continue;
    calls.push({ call, path, nth: counts.get(`${thread} ${call} ${path}`)!, shown: rest.replaceAll(folder, '') });
  }
  return calls;
}

/** Paths in quotes and behind file descriptors that lie below the folder, without repetitions. */
function pathsIn(text: string, folder: string): string[] {
  const found = [...text.matchAll(/"([^"]*)"|<([^<>]*)>/g)].map(([, quoted, behind]) => quoted ?? behind ?? '');
  const below = found.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1));
  return [...new Set(below)];
}
