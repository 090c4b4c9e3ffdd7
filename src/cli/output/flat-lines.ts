import { fieldText } from './field-text.ts';
import { printable } from './printable.ts';

/** Every value of an answer as `path<tab>value`, such as `reconstructions.0.status`, for `grep` and `cut`. */
export function flatLines(value: unknown, path = ''): string[] {
  const inner = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : undefined;
  if (inner === undefined) return [`${printable(path)}\t${printable(fieldText(value))}\n`];
  return inner.flatMap(([key, item]) => flatLines(item, path === '' ? String(key) : `${path}.${key}`));
}

/** Numbers too large for JavaScript are objects too, and one value. */
const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('isLosslessNumber' in value);
