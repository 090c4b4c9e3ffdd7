import { LIMITS } from '../../request-limits.ts';
import { decodeText } from './charset.ts';
import { type FormShape, noParts, type ReceivedParts, takeText, tooLarge, tooLong } from './fields.ts';

/** Reads a form without files: `application/x-www-form-urlencoded`, or no body at all. */
export function readUrlencoded(body: Buffer, shape: FormShape, charset?: string): ReceivedParts {
  const parts = noParts(shape);
  const pairs = body
    .toString('latin1')
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length > LIMITS.fields) throw tooLarge('the body has too many parts');
  for (const pair of pairs) {
    const [rawName, rawValue] = [pair.replace(/=.*/s, ''), pair.replace(/^[^=]*=?/s, '')].map(unescaped);
    // All known names are ASCII.
    const name = rawName!.toString();
    if (Math.max(rawName!.length, rawValue!.length) > LIMITS.fieldBytes) throw tooLong(name);
    takeText(parts, name, decodeText(rawValue!, charset, name));
  }
  return parts;
}

/** The bytes of one name or value, with escapes decoded. */
function unescaped(text: string): Buffer {
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, 'latin1');
}
