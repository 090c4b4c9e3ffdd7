import { takeText } from './fields.ts';
import type { FormShape, ReceivedParts } from './receive-form.ts';

/** A form without files, as `application/x-www-form-urlencoded` or no body at all. */
export function readUrlencoded(body: string, shape: FormShape): ReceivedParts {
  const parts: ReceivedParts = { fields: new Map(), files: [], problems: [] };
  for (const [name, value] of new URLSearchParams(body)) takeText(parts, shape, name, value);
  return parts;
}
