import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa, type Options } from 'execa';

/** The program as installed: what bin/recon.js runs is built by `npm test` beforehand. */
export const RECON = resolve(import.meta.dirname, '../../bin/recon.js');
export const SAMPLES = resolve(import.meta.dirname, '../../samples');

export interface Finished {
  exitCode: number | undefined;
  signal: string | undefined;
  stdout: string;
  stderr: string;
}

/** A person's machine with nothing on it: an empty HOME, no variables of ours, no terminal. */
export async function makeHome(extra: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'recon-home-'));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir(), LANG: 'C.UTF-8', ...extra };
  /** Starts the built program here; stdin is closed unless `options` says otherwise. */
  const start = (args: string[], options: Options = {}) =>
    execa(process.execPath, [RECON, ...args], {
      cwd: folder,
      stdin: 'ignore',
      ...options,
      env: { ...environment, ...options.env },
      extendEnv: false,
      reject: false,
      stripFinalNewline: false,
    });
  /** Runs the built program to its end. Never throws for an exit code. */
  const recon = async (args: string[], options?: Options): Promise<Finished> => {
    const { exitCode, signal, stdout, stderr } = await start(args, options);
    return { exitCode, signal, stdout: String(stdout), stderr: String(stderr) };
  };
  return {
    folder,
    environment,
    start,
    recon,
    // A shell that was just closed may still write into its home.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

export type ReconHome = Awaited<ReturnType<typeof makeHome>>;
