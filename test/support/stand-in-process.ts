import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

/** A process object to run a command line with; what it writes is collected, and it reads `input`. */
export function standInProcess(args: string[], environment: Record<string, string>, input = '') {
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
  return { stand: stand as unknown as NodeJS.Process, texts };
}

/** Lets a stream be a terminal as far as the spinner goes: what is drawn is collected, and nothing moves a cursor. */
export function asTerminal(stream: NodeJS.WriteStream): void {
  const still = () => true;
  Object.assign(stream, { isTTY: true, columns: 200, cursorTo: still, clearLine: still, moveCursor: still });
}
