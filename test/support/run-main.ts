import { main } from '../../src/cli/main.ts';
import type { Finished } from './recon-home.ts';
import { standInProcess } from './stand-in-process.ts';

/**
 * Runs the command line in this process, with a process object of its own: the same code as the
 * built program without starting Node a thousand times. Nothing is a terminal.
 */
export async function runMain(args: string[], environment: Record<string, string>, input = ''): Promise<Finished> {
  const { stand, texts } = standInProcess(args, environment, input);
  const exitCode = await main(stand);
  return { exitCode, signal: undefined, ...texts };
}
