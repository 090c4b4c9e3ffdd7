import type { Command } from 'commander';
import { ReconError } from '../../../errors.ts';
import { parseByteSize } from '../../../system/byte-size.ts';
import { wholeNumber } from '../../../system/whole-number.ts';

/** As they are typed. */
export interface QuotaOptions {
  quota?: string;
  maxPatients?: string;
}

export const withQuotaFlags = (command: Command) =>
  command
    .option(
      '--quota <size>',
      'what its photos and models may take, such as 50GB: more photos are refused, while models of those that are there are still made; none takes the limit away',
    )
    .option('--max-patients <n>', 'how many patients it may have; none takes the limit away');

const NONE = 'none';
const MOST_PATIENTS = 999_999_999;

/** What is typed of a quota; null for no limit. @throws ReconError `usage` */
export function quotaOf({ quota, maxPatients }: QuotaOptions): { bytes?: number | null; patients?: number | null } {
  return {
    ...(quota !== undefined && {
      bytes: limitOf('--quota', quota, parseByteSize(quota), 'a size such as 500MB, 50GB or 2TB'),
    }),
    ...(maxPatients !== undefined && {
      patients: limitOf('--max-patients', maxPatients, wholeNumber(maxPatients, 0, MOST_PATIENTS), 'a whole number'),
    }),
  };
}

/** As in "Would add account clinic, a main account, for at most 50GB and 100 patients"; empty without limits. */
export function quotaText({ quota, maxPatients }: QuotaOptions): string {
  const limits = [
    ...(quota === undefined || quota === NONE ? [] : [quota]),
    ...(maxPatients === undefined || maxPatients === NONE ? [] : [`${maxPatients} patients`]),
  ];
  return limits.length === 0 ? '' : `, for at most ${limits.join(' and ')}`;
}

function limitOf(flag: string, typed: string, value: number | undefined, wanted: string): number | null {
  if (typed === NONE) return null;
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} is ${JSON.stringify(typed)}; it must be ${wanted}, or ${NONE}`);
}
