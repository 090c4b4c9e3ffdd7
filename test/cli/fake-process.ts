import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

/** A process whose streams can be read back; nothing of it is a terminal. */
export function fakeProcess(args: readonly string[] = [], environment: Record<string, string> = {}) {
  const texts = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') =>
    new PassThrough().on('data', (chunk: Buffer) => {
      texts[name] += chunk.toString();
    });
  const exits: number[] = [];
  const stand = Object.assign(new EventEmitter(), {
    argv: ['node', 'recon', ...args],
    env: { ...environment } as Record<string, string | undefined>,
    platform: process.platform,
    exit: (code: number) => exits.push(code),
    stdin: new PassThrough(),
    stdout: stream('stdout'),
    stderr: stream('stderr'),
  });
  return { stand, process: stand as unknown as NodeJS.Process, texts, exits };
}
