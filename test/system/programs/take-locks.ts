import { appendFileSync } from 'node:fs';
import { ReconError } from '../../../src/errors.ts';
import { withLock } from '../../../src/system/lock.ts';

/** Arguments: a log, how often to take the lock, and whether to be killed the last time while holding it. */
const [log, times, isKilled] = process.argv.slice(2) as [string, string, string];
// Chooses its binary by the platform.
await import('libsql');
// A system whose kernel has no names for locks, such as macOS.
Object.defineProperty(process, 'platform', { value: 'darwin' });

const note = (what: 'takes' | 'leaves') => appendFileSync(log, `${process.pid} ${what}\n`);

for (let taken = 0; taken < Number(times); ) {
  await withLock('contended', 'it', async () => {
    note('takes');
    taken += 1;
    await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 6));
    if (taken === Number(times) && isKilled === 'killed') process.kill(process.pid, 'SIGKILL');
    note('leaves');
  }).catch((error: unknown) => {
    if (!(error instanceof ReconError) || error.code !== 'busy') throw error;
  });
}
