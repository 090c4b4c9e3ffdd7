import { Readable } from 'node:stream';

/** Bytes from `start` to `end`, both counted from 0 and both included, as HTTP counts them. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads which bytes the headers of a download ask for (RFC 9110 §14).
 *
 * The answer is the whole file for a range that we cannot read, for several ranges and for a range of an older version
 * (`If-Range`): the whole file is always a right answer. Only a range outside the file is `unsatisfiable` (416).
 */
export function requestedRange(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { sizeBytes, etag }: { sizeBytes: number; etag: string },
): ByteRange | 'whole' | 'unsatisfiable' {
  const { range, 'if-range': version } = headers;
  if (typeof range !== 'string' || (version !== undefined && version !== etag)) return 'whole';
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  if (from === '') {
    const start = Math.max(0, sizeBytes - Number(to));
    return start < sizeBytes ? { start, end: sizeBytes - 1 } : 'unsatisfiable';
  }
  if (to !== '' && Number(to) < Number(from)) return 'whole';
  if (Number(from) >= sizeBytes) return 'unsatisfiable';
  return { start: Number(from), end: Math.min(to === '' ? Infinity : Number(to), sizeBytes - 1) };
}

/** Gives the bytes of the range. Bytes before it are read and dropped; bytes behind it are not read. */
export function cutStream(open: () => Readable, range: ByteRange): Readable {
  return Readable.from(bytesWithin(open, range), { objectMode: false });
}

/** The source is closed when the loop ends, for whatever reason. */
async function* bytesWithin(open: () => Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let position = 0;
  for await (const chunk of open() as AsyncIterable<Buffer>) {
    const wanted = chunk.subarray(Math.max(0, start - position), end + 1 - position);
    position += chunk.length;
    if (wanted.length > 0) yield wanted;
    if (position > end) return;
  }
}
