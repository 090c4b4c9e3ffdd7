import { stringifyExact } from '../../core/answer.ts';

/** A field of an answer as text: what is absent or null is empty, an object is its JSON. */
export function fieldText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : stringifyExact(value);
}

/** One field of what should be an object; undefined where it is none, or has no such field. */
export function fieldOf(record: unknown, name: string): unknown {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, name)) return undefined;
  return (record as Record<string, unknown>)[name];
}

/** What stands at a path in an answer, such as `reconstructions.0.status`; a field of that whole name comes first. */
export function valueAt(record: unknown, path: string): unknown {
  return fieldOf(record, path) ?? path.split('.').reduce(fieldOf, record);
}

/** The items of a list in an answer; none where there is no list. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
