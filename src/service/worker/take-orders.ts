import { setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Exchange, Fault, Report } from './orders.ts';

type OnProgress = (fraction: number) => void;

/**
 * Carries out the orders that the service sends to this process, until it ends this process or itself.
 * @param niceness how far it gives way to others: 0 not at all, 19 as far as a system can
 */
export function takeOrders<E extends Exchange>(
  niceness: number,
  work: (order: E['order'], onProgress: OnProgress) => Promise<E['answer']>,
): void {
  giveWay(niceness);
  endWithService();
  // Ctrl-C and a stop by systemd reach all processes: when this one ends is for the service to say. Node answers SIGUSR1
  // with a debugger.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1']) process.on(signal, () => {});
  const say = (report: Report<E['answer']>) => process.send?.(report);
  process.on('message', (order: E['order']) => {
    work(order, (fraction) => say({ kind: 'progress', fraction })).then(
      (answer) => say({ kind: 'done', answer }),
      (error: unknown) => say({ kind: 'fault', fault: faultOf(error) }),
    );
  });
}

/** Requests are answered first. */
function giveWay(niceness: number): void {
  try {
    setPriority(niceness);
  } catch {
    // A sandbox may forbid it.
  }
}

/**
 * The channel's end is only noticed between two steps of work, which can be seconds apart. A thread notices at once that
 * stdin has closed.
 */
const END_WITH_STDIN = `
  const { Socket } = require('node:net');
  const end = () => process.kill(process.pid, 'SIGKILL');
  new Socket({ fd: 0, readable: true, writable: false }).on('error', end).on('close', end).resume();
`;

function endWithService(): void {
  new Worker(END_WITH_STDIN, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
  }).unref();
}

function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { name: 'Error', message: `a thrown ${typeof error}` };
  const { name, message, stack } = error;
  return { name, message, stack, code: 'code' in error ? String(error.code) : undefined };
}
