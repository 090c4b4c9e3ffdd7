// Runs what its parent asks for, one after the other, so that a hang can be killed and the memory be measured:
// `unpack-trials.mjs BIN/load.js`.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { extractArchive } from '../../../src/core/extract.ts';
import { exitOf, ReconError } from '../../../src/errors.ts';
import { standInProcess } from '../../support/stand-in-process.ts';

export type Task =
  | { kind: 'command'; args: string[]; environment: Record<string, string> }
  | { kind: 'extract'; zipPath: string; target: string };

export interface Done {
  /** 1 for whatever is no error of ours. */
  exitCode: number;
  said: string;
  ms: number;
  /** The most this process ever had. */
  peakMegabytes: number;
}

const { load } = (await import(pathToFileURL(process.argv[2]!).href)) as {
  load: (file: string) => { main: (process: NodeJS.Process) => Promise<number> };
};
const { main } = load('recon.cjs');

async function run(task: Task): Promise<{ exitCode: number; said: string }> {
  if (task.kind === 'command') {
    const { stand, texts } = standInProcess(task.args, task.environment);
    return { exitCode: await main(stand), said: texts.stderr };
  }
  return extractArchive(task.zipPath, task.target, { force: false }).then(
    () => ({ exitCode: 0, said: '' }),
    (error: unknown) => ({ exitCode: error instanceof ReconError ? exitOf(error.code) : 1, said: String(error) }),
  );
}

const peak = () => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;

process.on('message', async (task: Task) => {
  const startedAt = performance.now();
  const done = await run(task);
  process.send!({ ...done, ms: performance.now() - startedAt, peakMegabytes: peak() } satisfies Done);
});
