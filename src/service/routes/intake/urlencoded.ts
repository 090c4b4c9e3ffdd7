import { LIMITS } from '../../limits.ts';
import { takeText, tooLarge, tooLong } from './fields.ts';
import type { FormShape, ReceivedParts } from './receive-form.ts';

/** A form without files, as `application/x-www-form-urlencoded` or no body at all. */
export function readUrlencoded(body: string, shape: FormShape): ReceivedParts {
  const parts: ReceivedParts = { fields: new Map(), files: [], problems: [] };
  const sent = [...new URLSearchParams(body)];
  if (sent.length > LIMITS.fields) throw tooLarge('the body has too many parts');
  for (const [name, value] of sent) {
    if (Math.max(Buffer.byteLength(name), Buffer.byteLength(value)) > LIMITS.fieldBytes) throw tooLong(name);
    takeText(parts, shape, name, value);
  }
  return parts;
}
