import { typeParameter } from './charset.ts';

/** The part of one multipart head (the lines above the content) that is used. */
export interface PartHead {
  /** The charset as declared. */
  charset: string | undefined;
}

const DASHES = Buffer.from('--');
const HEAD_END = Buffer.from('\r\n\r\n');
/** The parser accepts no longer heads either. */
const MOST_HEAD_BYTES = 80 * 1024;

/**
 * Finds the head of every part in the bytes of a body. The parser skips a part without a name and does not report
 * charsets, so heads are read beside it.
 */
export function createPartHeads(boundary: string): { heads: readonly PartHead[]; push(chunk: Buffer): void } {
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  const heads: PartHead[] = [];
  let isInHead = false;
  let isOver = false;
  // The first delimiter may stand at the very beginning of the body.
  let rest: Buffer = Buffer.from('\r\n');

  /** Removes what is complete from the front of `rest`; false if more bytes are needed. */
  const step = (): boolean => {
    const at = rest.indexOf(delimiter);
    if (!isInHead) {
      rest = rest.subarray(at < 0 ? Math.max(0, rest.length - delimiter.length + 1) : at + delimiter.length);
      isInHead = at >= 0;
      return isInHead;
    }
    isOver = rest.subarray(0, 2).equals(DASHES) || rest.length > MOST_HEAD_BYTES;
    const end = rest.indexOf(HEAD_END);
    const isCutShort = at >= 0 && (end < 0 || at < end);
    if (isOver || (end < 0 && !isCutShort)) return false;
    heads.push(isCutShort ? { charset: undefined } : headOf(rest.toString('latin1', 0, end)));
    // The line break before a delimiter belongs to the delimiter.
    rest = rest.subarray(isCutShort ? at : end + 2);
    isInHead = false;
    return true;
  };
  /** True for a piece of a part's content, with no delimiter in it or across its beginning. */
  const isContent = (chunk: Buffer) =>
    !isInHead &&
    chunk.length >= delimiter.length &&
    !chunk.includes(delimiter) &&
    !Buffer.concat([rest, chunk.subarray(0, delimiter.length - 1)]).includes(delimiter);
  const push = (chunk: Buffer) => {
    if (isOver) return;
    // Nearly all of a photo goes this way: to copy it would cost more than all else here.
    if (isContent(chunk)) rest = Buffer.from(chunk.subarray(1 - delimiter.length));
    else {
      rest = Buffer.concat([rest, chunk]);
      while (step());
    }
  };
  return { heads, push };
}

function headOf(text: string): PartHead {
  return { charset: typeParameter(/^content-type:(.*)$/im.exec(text)?.[1], 'charset') };
}
