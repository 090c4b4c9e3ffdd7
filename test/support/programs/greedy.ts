// A program that makes no model: it computes, and takes more and more memory, faster than it could be asked to stop.
import type { Generating } from '../../../src/service/worker/orders.ts';
import { takeOrders } from '../../../src/service/worker/take-orders.ts';

/** Far more than a limit; a test's fault must not take all that the machine has. */
const MOST_BYTES = 3e9;
const PIECE_BYTES = 10e6;

takeOrders<Generating>(10, () => {
  const held: Buffer[] = [];
  for (;;) if (held.length < MOST_BYTES / PIECE_BYTES) held.push(Buffer.alloc(PIECE_BYTES, 1));
});
