import { bytePieces, type Encoding, encodingOfMark } from './text-pieces.ts';

export interface FoundEncoding {
  name: Encoding;
  /** Of Windows-1252: the first word that shows it, by which a person can tell whether it is right. */
  example?: string;
}

/** Bytes that Windows-1252 has no character for, and a character in UTF-8: each byte as one character. */
const NOT_WINDOWS = /[\x81\x8d\x8f\x90\x9d]|[\xc3-\xf4][\x80-\xbf]/;
const WORD = /[^\s;,"]*[\x80-\xff][^\s;,"]*/;

/**
 * How a list is encoded, by all of its bytes: UTF-8, UTF-16 with its mark, or the Windows-1252 that spreadsheet programs
 * write as plain "CSV". What is none of them counts as UTF-8, whose reader names the line that is not.
 */
export async function findEncoding(path: string): Promise<FoundEncoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let isWindows = true;
  let example: string | undefined;
  let isFirst = true;
  for await (const bytes of bytePieces(path)) {
    const marked = isFirst ? encodingOfMark(bytes) : undefined;
    if (marked !== undefined) return { name: marked };
    isFirst = false;
    isUtf8 &&= decodes(decoder, bytes);
    const text = bytes.toString('latin1');
    isWindows &&= !NOT_WINDOWS.test(text);
    if (!isUtf8 && !isWindows) break;
    example ??= WORD.exec(text)?.[0];
  }
  if ((isUtf8 && decodes(decoder)) || !isWindows) return { name: 'utf-8' };
  return {
    name: 'windows-1252',
    example: new TextDecoder('windows-1252').decode(Buffer.from(example ?? '', 'latin1')),
  };
}

/** Without bytes: whether the text may end here. */
function decodes(decoder: InstanceType<typeof TextDecoder>, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}
