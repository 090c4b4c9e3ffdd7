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

export interface ReconHome {
  /** An empty folder that is the person's HOME, and the folder that commands run in. */
  folder: string;
  environment: Record<string, string>;
  /** Starts the built program here; stdin is closed unless `options` says otherwise. */
  start(args: string[], options?: Options): ReturnType<typeof execa>;
  /** Runs the built program to its end. Never throws for an exit code. */
  recon(args: string[], options?: Options): Promise<Finished>;
  remove(): Promise<void>;
}

/** A person's machine with nothing on it: an empty HOME, no variables of ours, no terminal. */
export async function makeHome(extra: Record<string, string> = {}): Promise<ReconHome> {
  const folder = await mkdtemp(join(tmpdir(), 'recon-home-'));
  const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir(), LANG: 'C.UTF-8', ...extra };
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
  return {
    folder,
    environment,
    start,
    recon: async (args, options) => {
      const { exitCode, signal, stdout, stderr } = await start(args, options);
      return { exitCode, signal, stdout: String(stdout), stderr: String(stderr) };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
