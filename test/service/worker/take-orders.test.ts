import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundled } from '../../support/engine-worker.ts';
import { isAlive } from '../../support/is-alive.ts';

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'no process outlives the one that it works for, also not in the middle of a computation (%s)',
  async (signal) => {
    const owner = await bundled('test/support/programs/pool-owner.ts', 'pool-owner');
    const program = await bundled('test/support/programs/trying.ts', 'trying');
    const child = spawn(process.execPath, [fileURLToPath(owner), program.href], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const pids = JSON.parse(String(line)) as number[];
    expect(pids.map(isAlive)).toEqual([true, true]);
    child.kill(signal);
    const killedAt = performance.now();
    await expect.poll(() => pids.filter(isAlive), { interval: 10 }).toEqual([]);
    expect(performance.now() - killedAt).toBeLessThan(2_000);
  },
);

test('the end of a pool is reached also where nothing else is left to do', async () => {
  const ender = await bundled('test/support/programs/pool-ender.ts', 'pool-ender');
  const program = await bundled('test/support/programs/trying.ts', 'trying');
  expect(String(execFileSync(process.execPath, [fileURLToPath(ender), program.href]))).toBe('ended\n');
});
