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
      'photos that would take it beyond this are refused, such as 50GB; models are still made of photos that are there; none takes the limit away',
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

function limitOf(flag: string, typed: string, value: number | undefined, wanted: string): number | null {
  if (typed === NONE) return null;
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} is ${JSON.stringify(typed)}; it must be ${wanted}, or ${NONE}`);
}
