import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Finished } from './recon-home.ts';

/**
 * Runs the command line in this process, with a process object of its own: the same code as the
 * built program without starting Node a thousand times. Nothing is a terminal.
 */
export async function runMain(args: string[], environment: Record<string, string>, input = ''): Promise<Finished> {
  const texts = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => {
    const stream = new PassThrough();
    stream.on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
    return stream;
  };
  const stdin = new PassThrough();
  stdin.end(input);
  const stand = Object.assign(new EventEmitter(), {
    argv: ['node', 'recon', ...args],
    env: { ...environment },
    platform: process.platform,
    versions: process.versions,
    version: process.version,
    pid: process.pid,
    cwd: () => process.cwd(),
    getuid: () => process.getuid?.(),
    stdin,
    stdout: sink('stdout'),
    stderr: sink('stderr'),
  });
  const exitCode = await main(stand as unknown as NodeJS.Process);
  return { exitCode, signal: undefined, ...texts };
}
