import { ReconError } from '../errors.ts';
import { wholeNumber } from '../system/whole-number.ts';

const LARGEST = 999_999_999;

/** `--page 2` → 2; `usage` for anything but a whole number above 0. */
export function positiveInteger(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = wholeNumber(text, 1, LARGEST);
  if (value !== undefined) return value;
  throw new ReconError('usage', `${flag} is ${JSON.stringify(text)}; it must be a whole number above 0`);
}
