import {
  isReconstructionType,
  oneOf,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
} from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import { nearest } from '../../system/nearest.ts';
import { wholeNumber } from '../../system/whole-number.ts';
import type { Context } from '../context.ts';

const LARGEST = 999_999_999;
const MOST_JOBS = 64;

/** `--page 2` → 2; `usage` for anything but a whole number above 0. */
export function positiveInteger(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = wholeNumber(text, 1, LARGEST);
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} is ${JSON.stringify(text)}; it must be a whole number above 0`);
}

/** `--jobs`, else the setting. */
export async function jobsOf(typed: string | undefined, context: Context): Promise<number> {
  const jobs = positiveInteger('--jobs', typed) ?? (await context.settings()).jobs.value;
  if (jobs <= MOST_JOBS) return jobs;
  throw new ReconError('usage', `--jobs is ${jobs}; it must be a whole number from 1 to ${MOST_JOBS}`);
}

/** `--type face` → the type; `usage` for any other word. */
export function reconstructionType(typed: string): ReconstructionType {
  if (isReconstructionType(typed)) return typed;
  const [like = 'TYPE'] = nearest(typed, RECONSTRUCTION_TYPES);
  throw new ReconError('usage', `--type is ${JSON.stringify(typed)}; it must be ${oneOf(RECONSTRUCTION_TYPES)}`, {
    hint: `the same command with --type ${like}`,
  });
}
