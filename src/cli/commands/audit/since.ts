import { ReconError } from '../../../errors.ts';
import { parseLifetime } from '../../../system/lifetime.ts';

/** The time that is so long ago, in ms since the epoch; undefined where nothing is typed. */
export function sinceTime(typed: string | undefined, now: number): number | undefined {
  if (typed === undefined) return undefined;
  const ms = parseLifetime(typed);
  if (ms !== undefined) return now - ms;
  throw new ReconError('usage', `--since is ${JSON.stringify(typed)}; it must be like 30m, 12h or 30d, up to 3650d`);
}
