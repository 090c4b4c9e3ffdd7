import type { Readable } from 'node:stream';
import FormData from 'form-data';
import { ReconError } from '../errors.ts';
import { Gathered } from './gathered.ts';
import type { FormFile, FormPart } from './operation.ts';

export interface MultipartBody {
  stream: Readable;
  contentType: string;
  contentLength: number;
  /** Stops the stream and closes every file that was opened. */
  destroy(): void;
}

/**
 * Size of the buffer between the files and the network. Of the variants measured with 7 × 8 MB, pieces of 512 KiB
 * (core/read-at-once.ts), passed on unsliced through a buffer of 1 MiB, were the fastest; slicing them to 256 KiB cost
 * a third.
 */
const ROOM_BYTES = 1024 * 1024;

/**
 * A multipart body that reads its files one after another, at the speed of the network. `onProgress` gets the number of
 * bytes that the network has taken, headers of the parts included.
 */
export function createMultipart(
  parts: readonly FormPart[],
  onProgress: (sentBytes: number, totalBytes: number) => void,
): MultipartBody {
  const form = new FormData();
  const opened: Readable[] = [];
  const giveUp = (error: ReconError) => counted.destroy(error);
  for (const part of parts) {
    if ('file' in part) form.append(part.name, openLater(part.file, opened, giveUp), fileOptions(part.file));
    else form.append(part.name, part.value);
  }
  const contentLength = form.getLengthSync();
  let sentBytes = 0;
  const counted = new Gathered({ highWaterMark: ROOM_BYTES });
  // The stream is paused, because adding a listener would start it; undici starts it when it is connected.
  counted.pause();
  counted.on('data', (piece: Buffer) => {
    sentBytes += piece.length;
    onProgress(sentBytes, contentLength);
  });
  // form-data forwards neither errors nor an early end of the reader, so both are forwarded here.
  form.on('error', (error) => counted.destroy(unreadable(error)));
  form.pipe(counted);
  const destroy = () => {
    form.destroy();
    for (const stream of opened) stream.destroy();
    counted.destroy();
  };
  counted.on('error', () => {});
  return { stream: counted, contentType: form.getHeaders()['content-type'], contentLength, destroy };
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
