import { ReconError } from '../errors.ts';

/** `--page 2` → 2; `usage` for anything but a whole number above 0. */
export function positiveInteger(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new ReconError('usage', `${flag} is ${JSON.stringify(text)}; it must be a whole number above 0`);
}
