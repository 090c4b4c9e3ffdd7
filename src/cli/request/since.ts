import { ReconError } from '../../errors.ts';
import { parseDuration } from '../../system/duration.ts';
import { parseLifetime } from '../../system/lifetime.ts';

/**
 * The time that is so long ago (`week` is 7 days, `month` 30), or the beginning of a day here, in ms since the epoch;
 * undefined where nothing is typed.
 */
export function sinceTime(typed: string | undefined, now: number): number | undefined {
  if (typed === undefined) return undefined;
  const ms = parseLifetime(SPANS.get(typed) ?? typed) ?? parseDuration(typed);
  const at = ms === undefined ? dayTime(typed, now) : now - ms;
  if (at !== undefined) return at;
  throw new ReconError(
    'usage',
    `--since is ${JSON.stringify(typed)}; it must be like 30s, 12h or 30d, up to 3650d, or a day like 2026-01-31, today, yesterday, week or month`,
    { hint: `the same command with --since ${weekdayBefore(typed, now) ?? '7d'}` },
  );
}

const SPANS: ReadonlyMap<string, string> = new Map([
  ['week', '7d'],
  ['month', '30d'],
]);

function dayTime(typed: string, now: number): number | undefined {
  const ago = ['today', 'yesterday'].indexOf(typed);
  if (ago >= 0) return daysBefore(now, ago).getTime();
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ?? [];
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  // The 31st of February is no day.
  return date.getMonth() === Number(month) - 1 && date.getDate() === Number(day) ? date.getTime() : undefined;
}

/** `monday`, `last Mon` → the day of that name before today, `2026-11-23`; undefined for any other word. */
function weekdayBefore(typed: string, now: number): string | undefined {
  const [, name] = /^(?:last )?((?:sun|mon|tue|wed|thu|fri|sat)[a-z]*)$/i.exec(typed.trim()) ?? [];
  if (name === undefined) return undefined;
  const days = Array.from({ length: 7 }, (_, ago) => daysBefore(now, ago + 1));
  const day = days.find((one) =>
    one.toLocaleDateString('en', { weekday: 'long' }).toLowerCase().startsWith(name.toLowerCase()),
  );
  // Swedish days are written as 2026-11-27.
  return day?.toLocaleDateString('sv');
}

/** The beginning of a day here. */
function daysBefore(now: number, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() - days);
  day.setHours(0, 0, 0, 0);
  return day;
}
