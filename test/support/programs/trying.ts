// A program for tests of the processes that work for the service: it does what it is told, good or bad.
import type { Exchange } from '../../../src/service/worker/orders.ts';
import { takeOrders } from '../../../src/service/worker/take-orders.ts';

export interface Trying extends Exchange {
  order: { do: 'tell' | 'throw' | 'exit' | 'kill' | 'compute' | 'hoard' | 'heap' };
  answer: { pid: number; orders: number; argv: string[]; environment: string[] };
}

let orders = 0;

takeOrders<Trying>(0, async (order, onProgress) => {
  orders++;
  if (order.do === 'throw') throw Object.assign(new TypeError('broken'), { code: 'ENOSPC' });
  if (order.do === 'exit') process.exit(7);
  if (order.do === 'kill') process.kill(process.pid, 'SIGKILL');
  onProgress(0.5);
  if (order.do === 'compute') for (;;) Math.random();
  if (order.do === 'hoard') await hoard((megabytes) => Buffer.alloc(megabytes * 1e6, 1));
  if (order.do === 'heap') await hoard((megabytes) => Array.from({ length: megabytes * 1e5 }, (_, i) => ({ i })));
  // What Node itself puts there for the channel is not of the service.
  const environment = Object.keys(process.env).filter((name) => !name.startsWith('NODE_CHANNEL_'));
  return { pid: process.pid, orders, argv: process.argv.slice(2), environment };
});

/** Holds more and more; a pause lets others look at it. */
async function hoard(piece: (megabytes: number) => unknown): Promise<never> {
  const held: unknown[] = [];
  for (;;) {
    held.push(piece(10));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
