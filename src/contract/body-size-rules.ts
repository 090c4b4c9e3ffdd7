import { ofAdults } from './measure-hints.ts';
import { SIZE_UNITS, type SizeField } from './patient.ts';
import { parseMeasure, quote } from './photo-rules.ts';

const EXAMPLES: Record<SizeField, string> = { height: '172', weight: '68.5' };

/**
 * What is wrong with a height or a weight; undefined if nothing is. An empty text is none.
 * @param limits the smallest and largest allowed. Other services may have other limits, so a client sets none.
 */
export function sizeProblem(
  field: SizeField,
  text: string,
  limits?: readonly [least: number, most: number],
): string | undefined {
  if (text === '') return undefined;
  const value = parseMeasure(text);
  const [least, most] = limits ?? [0, Infinity];
  if (value !== undefined && value >= least && value <= most) return undefined;
  const range = limits === undefined ? 'above 0' : `from ${least} to ${most}`;
  const usual = limits === undefined ? `; ${ofAdults(field)}` : '';
  return `is ${quote(text)}; it must be a number of ${SIZE_UNITS[field]} ${range}, such as ${EXAMPLES[field]}, or empty for none${usual}`;
}
