import { formatDuration } from './duration.ts';

/** `usually 30 s`, or `longer than usual (30 s)` once all of these times have passed; empty where none is known. */
export function usualTime(elapsedMs: number, usualSeconds: readonly number[]): string {
  if (usualSeconds.length === 0) return '';
  const [leastMs, mostMs] = [Math.min(...usualSeconds) * 1000, Math.max(...usualSeconds) * 1000];
  const [least, most] = [formatDuration(leastMs), formatDuration(mostMs)];
  const usual = least === most ? least : `${least} to ${most}`;
  return elapsedMs > mostMs ? `longer than usual (${usual})` : `usually ${usual}`;
}
