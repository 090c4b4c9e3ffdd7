import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { positiveInteger } from '../positive-integer.ts';

const MOST_JOBS = 64;

/** `--jobs`, else the setting. */
export async function jobsOf(typed: string | undefined, context: Context): Promise<number> {
  const jobs = positiveInteger('--jobs', typed) ?? (await context.settings()).jobs.value;
  if (jobs <= MOST_JOBS) return jobs;
  throw new ReconError('usage', `--jobs is ${jobs}; it must be a whole number from 1 to ${MOST_JOBS}`);
}
