import { MIMEType, TextDecoder } from 'node:util';
import { Refusal } from '../../domain/refusal.ts';

/** What the bytes 0x80 to 0x9f are in windows-1252; the five that it leaves open stay control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * The bytes of the field `name` as text, by the declared charset; UTF-8 where none is declared. Nothing is replaced.
 * @throws Refusal 400 where the bytes are not of the charset, 415 where the charset is not known
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined, name: string): string {
  const decoder = decoderOf(charset, name);
  // Node reads these bytes as control characters.
  if (decoder.encoding === 'windows-1252') return fromWindows1252(bytes);
  try {
    return decoder.decode(bytes);
  } catch {
    const message = `is not valid ${charset === undefined ? 'UTF-8' : quoted(charset)}`;
    throw notReadable(400, name, message, 'Send it as UTF-8, or declare its charset');
  }
}

/** A parameter of a content type, such as `charset`; undefined where it is absent or empty. */
export function typeParameter(contentType: string | undefined, name: string): string | undefined {
  try {
    return new MIMEType(contentType ?? '').params.get(name) || undefined;
  } catch {
    return undefined;
  }
}

function decoderOf(charset: string | undefined, name: string): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  } catch {
    throw notReadable(415, name, `is in the charset ${quoted(charset)}, which is not known here`, 'Send it as UTF-8');
  }
}

function fromWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80]!);
}

function notReadable(status: number, name: string, message: string, hint: string): Refusal {
  return new Refusal(status, 'refused', 'a field cannot be read', { hint, errors: [{ field: name, message }] });
}

const quoted = (charset = '') => JSON.stringify(charset.slice(0, 40));
