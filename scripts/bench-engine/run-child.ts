import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildAnswer, ChildOrder } from './child-order.ts';

/** A generation that takes longer than this is ended and counts as a fault. */
const WALL_LIMIT_S = 180;

/** The bundle beside the bundle of this file; see `run.mjs`. */
const CHILD = fileURLToPath(new URL('child.mjs', import.meta.url));

export async function runChild(order: ChildOrder): Promise<ChildAnswer> {
  mkdirSync(order.folder, { recursive: true });
  const answerPath = join(order.folder, 'answer.json');
  rmSync(answerPath, { force: true });
  const orderPath = join(order.folder, 'order.json');
  writeFileSync(orderPath, JSON.stringify(order));
  const child = spawn(process.execPath, [CHILD, orderPath], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: WALL_LIMIT_S * 1000,
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-400);
  });
  const status = await new Promise<string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? String(code)));
  });
  try {
    return JSON.parse(readFileSync(answerPath, 'utf8'));
  } catch {
    const fault = status === 'SIGKILL' ? `no answer after ${WALL_LIMIT_S} s` : `ended with ${status}: ${complaint}`;
    return { seconds: Number.NaN, cpuSeconds: Number.NaN, peakMb: Number.NaN, fault };
  }
}

/** Runs all items in order, at most `jobs` at a time. */
export async function inTurn<T>(items: readonly T[], jobs: number, act: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await act(items[next++]!);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
