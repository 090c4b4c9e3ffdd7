import { platform } from 'node:os';
import { afterEach, expect, test, vi } from 'vitest';
import type { Limits } from '../../../src/service/worker/limits.ts';
import { ProcessPool } from '../../../src/service/worker/process-pool.ts';
import { bundled } from '../../support/engine-worker.ts';
import { isAlive } from '../../support/is-alive.ts';
import { childrenOf } from '../../support/process-memory.ts';
import type { Trying } from '../../support/programs/trying.ts';

const LIMITS: Limits = { memoryMb: 300, heapMb: 150, ms: 20_000 };

const pools: ProcessPool<Trying>[] = [];
async function openPool(limits: Partial<Limits> = {}): Promise<ProcessPool<Trying>> {
  const pool = new ProcessPool<Trying>(await bundled('test/support/programs/trying.ts', 'trying'), {
    ...LIMITS,
    ...limits,
  });
  pools.push(pool);
  return pool;
}
afterEach(async () => {
  vi.useRealTimers();
  for (const pool of pools.splice(0)) await pool.end();
});

test('a process that has answered does the next order, with nothing of the arguments and environment of this one', async () => {
  const pool = await openPool();
  const first = await pool.run({ do: 'tell' });
  expect(first).toMatchObject({ orders: 1, argv: [], environment: [] });
  expect(await pool.run({ do: 'tell' })).toMatchObject({ orders: 2, pid: first.pid });
  expect(first.pid).not.toBe(process.pid);
});

test.runIf(platform() === 'linux')(
  'a process that was prepared carries out the next order; where there is one, none is',
  async () => {
    const pool = await openPool();
    const before = childrenOf(process.pid);
    pool.prepare('face');
    pool.prepare('body');
    const prepared = childrenOf(process.pid).filter((pid) => !before.includes(pid));
    expect(prepared).toHaveLength(1);
    expect(await pool.run({ do: 'tell' })).toMatchObject({ orders: 1, pid: prepared[0], argv: ['face'] });
    pool.prepare();
    expect(await pool.run({ do: 'tell' })).toMatchObject({ orders: 2, pid: prepared[0] });
  },
);

test('two orders at once have a process each; of two idle ones the last works on', async () => {
  const pool = await openPool();
  const [one, two] = await Promise.all([pool.run({ do: 'tell' }), pool.run({ do: 'tell' })]);
  expect(one.pid).not.toBe(two.pid);
  const third = await pool.run({ do: 'tell' });
  expect([one.pid, two.pid]).toContain(third.pid);
  expect((await pool.run({ do: 'tell' })).pid).toBe(third.pid);
});

test('progress is passed on', async () => {
  const pool = await openPool();
  const told: number[] = [];
  await pool.run({ do: 'tell' }, { onProgress: (fraction) => told.push(fraction) });
  expect(told).toEqual([0.5]);
});

test('an error keeps its name, code and place, and its process does no other order', async () => {
  const pool = await openPool();
  const { pid } = await pool.run({ do: 'tell' });
  const error = await pool.run({ do: 'throw' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: 'TypeError',
    code: 'ENOSPC',
    message: 'broken',
    stack: expect.stringContaining('trying'),
  });
  expect(isAlive(pid)).toBe(false);
  expect((await pool.run({ do: 'tell' })).orders).toBe(1);
});

test.each([
  ['exit', 'code 7'],
  ['kill', 'SIGKILL'],
] as const)('a process that ends by itself (%s) is told, and replaced', async (how, words) => {
  const pool = await openPool();
  await expect(pool.run({ do: how })).rejects.toThrow(`the process ended (${words}) without an answer`);
  expect((await pool.run({ do: 'tell' })).orders).toBe(1);
});

/** True once this process has been told that its child ended. */
function wasSeenToEnd(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

test('an idle process that was killed from outside is replaced', async () => {
  const pool = await openPool();
  const { pid } = await pool.run({ do: 'tell' });
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => wasSeenToEnd(pid)).toBe(true);
  expect((await pool.run({ do: 'tell' })).orders).toBe(1);
});

test('a program that is not there is an error, not a crash', async () => {
  const pool = new ProcessPool<Trying>(new URL('file:///nowhere/program.mjs'), LIMITS);
  await expect(pool.run({ do: 'tell' })).rejects.toThrow('without an answer');
  pool.prepare();
  await expect(pool.run({ do: 'tell' })).rejects.toThrow('without an answer');
});

test('work that is given up, or takes too long, is ended in the middle of a computation', async () => {
  const pool = await openPool();
  const { pid } = await pool.run({ do: 'tell' });
  const given = new AbortController();
  setTimeout(() => given.abort(new Error('given up')), 150);
  await expect(pool.run({ do: 'compute' }, { signal: given.signal })).rejects.toThrow('given up');
  expect(isAlive(pid)).toBe(false);
  await expect(pool.run({ do: 'tell' }, { signal: given.signal })).rejects.toThrow('given up');
  const hasty = await openPool({ ms: 300 });
  await expect(hasty.run({ do: 'compute' })).rejects.toThrow('takes more than 0.3 s');
});

test.runIf(platform() !== 'win32')('memory outside the heap is limited', async () => {
  const pool = await openPool();
  const error = await pool.run({ do: 'hoard' }).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'OverLimit', message: 'takes more than 300 MB of memory' });
  expect((await pool.run({ do: 'tell' })).orders).toBe(1);
});

test('the heap is limited, also where no process can be looked at', async () => {
  const pool = await openPool({ memoryMb: Infinity });
  await expect(pool.run({ do: 'heap' })).rejects.toThrow('without an answer');
});

test('an idle process ends after a while', async () => {
  const pool = await openPool();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pid } = await pool.run({ do: 'tell' });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(isAlive(pid)).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect((await pool.run({ do: 'tell' })).orders).toBe(1);
});

test('a pool that is ended has no process, and starts none', async () => {
  const pool = await openPool();
  const { pid } = await pool.run({ do: 'tell' });
  const computing = expect(pool.run({ do: 'compute' })).rejects.toThrow('SIGKILL');
  await pool.end();
  await computing;
  expect(isAlive(pid)).toBe(false);
  pool.prepare();
  await expect(pool.run({ do: 'tell' })).rejects.toThrow('the service has stopped');
});

test('the signals that stop a service do not reach into the work', async () => {
  const pool = await openPool();
  const { pid } = await pool.run({ do: 'tell' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1'] as const) process.kill(pid, signal);
  expect(await pool.run({ do: 'tell' })).toMatchObject({ pid, orders: 2 });
});
