import { type Readable, Transform, type TransformCallback } from 'node:stream';
import FormData from 'form-data';
import { ReconError } from '../errors.ts';
import type { FormFile, FormPart } from './operation.ts';

export type MultipartBody = ReturnType<typeof createMultipart>;

/**
 * Size of the buffer between the files and the network. Of the variants measured with 7 × 8 MB, pieces of 512 KiB
 * (core/read-at-once.ts), passed on unsliced through a buffer of 1 MiB, were the fastest; slicing them to 256 KiB cost
 * a third. A small form put together at once by form-data's getBuffer took 1.5 to 1.7 ms a request instead of 1.0 to 1.1:
 * it copies the whole for each part.
 */
const BUFFER_BYTES = 1024 * 1024;

/**
 * A multipart body that reads its files one after another, at the speed of the network. `onProgress` gets the number of
 * bytes that the network has taken, headers of the parts included.
 */
export function createMultipart(
  parts: readonly FormPart[],
  onProgress: (sentBytes: number, totalBytes: number) => void,
) {
  const form = new FormData();
  const opened: Readable[] = [];
  const giveUp = (error: ReconError) => counted.destroy(error);
  for (const part of parts) {
    if ('file' in part) form.append(part.name, openLater(part.file, opened, giveUp), fileOptions(part.file));
    else form.append(part.name, part.value);
  }
  const totalBytes = form.getLengthSync();
  let sentBytes = 0;
  const counted = new Gathered({ highWaterMark: BUFFER_BYTES });
  // The stream is paused, because adding a listener would start it; undici starts it when it is connected.
  counted.pause();
  counted.on('data', (piece: Buffer) => {
    sentBytes += piece.length;
    onProgress(sentBytes, totalBytes);
  });
  // form-data forwards neither errors nor an early end of the reader, so both are forwarded here.
  form.on('error', (error) => counted.destroy(unreadable(error)));
  form.pipe(counted);
  counted.on('error', () => {});
  return {
    stream: counted as Readable,
    headers: { 'content-type': form.getHeaders()['content-type'], 'content-length': String(totalBytes) },
    /** Stops the stream and closes every file that was opened. */
    destroy: () => {
      form.destroy();
      for (const stream of opened) stream.destroy();
      counted.destroy();
    },
  };
}

/**
 * Opens the file when form-data asks for its part, so only one file is open at a time. A file of another length than
 * announced would shift all bytes after it, so the body is cut off.
 */
function openLater(file: FormFile, opened: Readable[], giveUp: (error: ReconError) => void) {
  return (next: (stream: Readable) => void) => {
    const stream = file.open();
    let readBytes = 0;
    stream.on('data', (piece) => {
      readBytes += piece.length;
      if (readBytes > file.sizeBytes) giveUp(changed(file));
    });
    stream.on('end', () => {
      if (readBytes < file.sizeBytes) giveUp(changed(file));
    });
    opened.push(stream);
    next(stream);
  };
}

const fileOptions = ({ fileName, contentType, sizeBytes }: FormFile) => ({
  filename: fileName,
  contentType,
  knownLength: sizeBytes,
});

function unreadable(cause: unknown): ReconError {
  return new ReconError('storage', 'a photo could not be read while it was being sent', { cause });
}

function changed({ fileName }: FormFile): ReconError {
  return new ReconError('storage', `${fileName} changed while it was being sent`, { hint: 'the same command again' });
}

/** Pieces of this size or more are not joined. */
const PIECE_BYTES = 64 * 1024;

/**
 * Joins small pieces, because each piece costs a system call here and an event at the other end: a form of four fields
 * and three photos of 30 kB becomes two pieces instead of 27.
 */
class Gathered extends Transform {
  private pending: Buffer[] = [];
  private pendingBytes = 0;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.pending.push(piece);
    this.pendingBytes += piece.length;
    if (this.pendingBytes >= PIECE_BYTES) this.pass();
    done();
  }

  override _flush(done: TransformCallback): void {
    this.pass();
    done();
  }

  private pass(): void {
    const last = this.pending.at(-1);
    if (last === undefined) return;
    // A large piece is not copied only to join a few small ones before it.
    const isLarge = last.length >= PIECE_BYTES;
    const small = isLarge ? this.pending.slice(0, -1) : this.pending;
    if (small.length > 0) this.push(Buffer.concat(small));
    if (isLarge) this.push(last);
    this.pending = [];
    this.pendingBytes = 0;
  }
}
