import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from '../support/engine-worker.ts';
import type { Done, Task } from './programs/unpack-trials.ts';

/** Longer than this is a hang. */
const HANG_MS = 5_000;

/** A process that unpacks what it is given. It does not survive a hang: that ends the run. */
export async function openUnpacker() {
  const program = fileURLToPath(await bundled('test/chaos/programs/unpack-trials.ts', 'unpack-trials'));
  const child = fork(program, [resolve(import.meta.dirname, '../../dist/recon.js')], { execArgv: [] });
  const run = (task: Task) =>
    new Promise<Done>((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.removeAllListeners('message').removeAllListeners('exit');
      };
      const timer = setTimeout(() => {
        settle();
        child.kill('SIGKILL');
        reject(new Error(`hung for ${HANG_MS} ms at ${JSON.stringify(task)}`));
      }, HANG_MS);
      child.once('message', (done: Done) => {
        settle();
        resolve(done);
      });
      child.once('exit', (code) => {
        settle();
        reject(new Error(`the process ended with ${code} at ${JSON.stringify(task)}`));
      });
      child.send(task);
    });
  return { run, close: () => void child.kill('SIGKILL') };
}

export type Unpacker = Awaited<ReturnType<typeof openUnpacker>>;
