import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundled } from '../support/engine-worker.ts';
import type { Done, Task } from './programs/unpack-trials.ts';

/** Longer than this is a hang. */
const HANG_MS = 5_000;
/** A person's process unpacks one archive; one that has unpacked thousands is as large as its garbage is old. */
const TASKS_PER_PROCESS = 200;

/** A process that unpacks what it is given, and now and then a fresh one. None survives a hang: that ends the run. */
export async function openUnpacker() {
  const program = fileURLToPath(await bundled('test/chaos/programs/unpack-trials.ts', 'unpack-trials'));
  const start = () => fork(program, [resolve(import.meta.dirname, '../../bin/load.js')], { execArgv: [] });
  let child = start();
  let tasks = 0;
  let peakMegabytes = 0;
  const run = async (task: Task): Promise<Done> => {
    if (++tasks % TASKS_PER_PROCESS === 0) {
      await stop(child);
      child = start();
    }
    const done = await runIn(child, task);
    peakMegabytes = Math.max(peakMegabytes, done.peakMegabytes);
    return done;
  };
  return { run, peakMegabytes: () => peakMegabytes, close: () => stop(child) };
}

export type Unpacker = Awaited<ReturnType<typeof openUnpacker>>;

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function runIn(child: ChildProcess, task: Task): Promise<Done> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
    };
    const fail = (what: string) => {
      settle();
      child.kill('SIGKILL');
      reject(new Error(`${what} at ${JSON.stringify(task)}`));
    };
    const timer = setTimeout(() => fail(`hung for ${HANG_MS} ms`), HANG_MS);
    child.once('message', (done: Done) => {
      settle();
      resolve(done);
    });
    child.once('exit', (code) => fail(`the process ended with ${code}`));
    child.send(task);
  });
}
