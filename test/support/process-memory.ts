import { readdirSync, readFileSync } from 'node:fs';

/** A look takes some milliseconds. */
const LOOK_EVERY_MS = 100;

/** The most memory, in MB, that a process and its children hold together between now and the call of the returned function. Linux only. */
export function watchPeakMb(pid: number): () => number {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(pid) + childrenOf(pid).reduce((sum, child) => sum + residentMb(child), 0));
  }, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && fieldOf(Number(name), 'PPid') === pid)
    .map(Number);

export const residentMb = (pid: number): number => ((fieldOf(pid, 'VmRSS') ?? 0) * 1024) / 1e6;

/** Undefined for a process that has ended meanwhile. */
function fieldOf(pid: number, field: string): number | undefined {
  try {
    const value = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return value === undefined ? undefined : Number(value);
  } catch {
    return undefined;
  }
}
