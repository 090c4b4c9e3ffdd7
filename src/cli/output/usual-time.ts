import { formatDuration } from './duration.ts';

/** Before that, how far it is says little: the first steps are the short ones. */
const LEAST_PERCENT = 25;

/**
 * Whether the usual time is far from the one that how far it is tells: `90 %, 9 s, usually 2 min 30 s` contradicts itself.
 */
export function isContradicted(elapsedMs: number, percent: number | undefined, usualSeconds: readonly number[]) {
  if (percent === undefined || percent < LEAST_PERCENT) return false;
  const wholeMs = (elapsedMs * 100) / percent;
  return wholeMs * 3 < Math.min(...usualSeconds) * 1000;
}

/** `usually 30 s`, or `longer than usual (30 s)` once all of these times have passed; empty where none is known. */
export function usualTime(elapsedMs: number, usualSeconds: readonly number[]): string {
  if (usualSeconds.length === 0) return '';
  const [leastMs, mostMs] = [Math.min(...usualSeconds) * 1000, Math.max(...usualSeconds) * 1000];
  const [least, most] = [formatDuration(leastMs), formatDuration(mostMs)];
  const usual = least === most ? least : `${least} to ${most}`;
  return elapsedMs > mostMs ? `longer than usual (${usual})` : `usually ${usual}`;
}
