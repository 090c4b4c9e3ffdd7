import { afterEach, expect, test, vi } from 'vitest';
import { GenerationRefused, Generators } from '../../../src/service/worker/engine-threads.ts';
import type { WorkOrder } from '../../../src/service/worker/protocol.ts';
import { workerNamed } from '../../support/running-service.ts';

const order = (nippleToNipple: number): WorkOrder => ({
  type: 'mammo',
  provider: 4,
  measures: { nipple_to_nipple: nippleToNipple },
  photoPaths: {},
});
const hooks = () => ({ signal: new AbortController().signal });

/** A program that answers with how many orders its thread has had; `measures.eye_distance` 0 ends it with an error. */
const counting = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let orders = 0;
    parentPort.on('message', ({ measures }) => {
      if (measures.eye_distance === 0) throw new Error('broken');
      orders++;
      if (measures.eye_distance === 1) parentPort.postMessage({ kind: 'failed', reason: 'no person' });
      else if (measures.eye_distance !== 2) parentPort.postMessage({ kind: 'done', result: { measures: { orders } } });
    });
  `)}`,
);
const told = (eyeDistance: number): WorkOrder => ({ ...order(20), measures: { eye_distance: eyeDistance } });

let generators: Generators | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await generators?.end();
});

const ordersOf = async (one: WorkOrder) => (await generators!.run(one, hooks())).measures['orders'];

test('a thread that has done its work, or refused photos, does the next', async () => {
  generators = new Generators(counting);
  expect(await ordersOf(order(20))).toBe(1);
  await expect(generators.run(told(1), hooks())).rejects.toThrow(new GenerationRefused('no person'));
  expect(await ordersOf(order(20))).toBe(3);
});

test('two generations at once have a thread each', async () => {
  generators = new Generators(counting);
  expect(await Promise.all([ordersOf(order(20)), ordersOf(order(21))])).toEqual([1, 1]);
  expect(await ordersOf(order(22))).toBe(2);
});

test('a thread that broke, or whose generation was given up, does no other', async () => {
  generators = new Generators(counting);
  expect(await ordersOf(order(20))).toBe(1);
  await expect(generators.run(told(0), hooks())).rejects.toThrow('broken');
  expect(await ordersOf(order(20))).toBe(1);
  const given = new AbortController();
  const running = generators.run(told(2), { signal: given.signal });
  given.abort(new Error('given up'));
  await expect(running).rejects.toThrow('given up');
  expect(await ordersOf(order(20))).toBe(1);
});

test('a thread that waits too long is ended', async () => {
  generators = new Generators(counting);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(await ordersOf(order(20))).toBe(1);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await ordersOf(order(20))).toBe(1);
});

test('a thread that ends by itself is told as a fault', async () => {
  generators = new Generators(workerNamed('crash'));
  await expect(generators.run(order(20), hooks())).rejects.toThrow('ended with code 7');
});
