import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../clock.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { onDisk, refuseFullDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import type { PartFile } from './part-file.ts';
import { refuseArchive } from './refusal.ts';

/** Larger than any archive that can be unpacked. */
const MAX_ARCHIVE_BYTES = 4.5 * 1024 ** 3;
/** Enough to tell a zip from a web page. */
const HEAD_BYTES = 512;
/** The first bytes of a zip; the second form is a zip without files. */
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06'];
const HINT = 'the same command again';

export interface DownloadHooks {
  clock: Clock;
  /** Called when so many bytes are already here and only the rest comes. */
  onContinue?(doneBytes: number, totalBytes: number): void;
  /** Bytes so far, and in all if the service said. */
  onProgress?(doneBytes: number, totalBytes?: number): void;
  signal?: AbortSignal;
}

/**
 * Appends a body to the part file until it has `total` bytes, if the service gave that number. Returns why the archive
 * is not whole, undefined if it is. Throws an error that another try cannot repair: bytes that are no zip, a full disk.
 */
export async function receiveBody(
  part: PartFile,
  body: Readable,
  total: number | undefined,
  hooks: DownloadHooks,
): Promise<ReconError | undefined> {
  let sizeBytes = part.written().sizeBytes;
  let isLookedAt = false;
  if (total !== undefined) {
    const room = () =>
      refuseFullDisk(dirname(part.target), total - sizeBytes, 'is', `the disk of ${shown(part.target)}`);
    await onDisk(part.target, room);
  }
  for await (const chunk of whileWhole(body)) {
    if ('broken' in chunk) {
      if (sizeBytes === total) break;
      return chunk.broken;
    }
    hooks.signal?.throwIfAborted();
    await part.write(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > (total ?? MAX_ARCHIVE_BYTES)) return tooLong(sizeBytes, total);
    if (!isLookedAt && sizeBytes >= HEAD_BYTES) {
      await refuseOtherBytes(part);
      isLookedAt = true;
    }
    hooks.onProgress?.(sizeBytes, total);
  }
  if (total !== undefined && sizeBytes < total) return cutOff(sizeBytes, total);
  // Without a length, an empty answer is most likely a broken connection.
  if (sizeBytes === 0 && total === undefined) return notAnArchive(new Uint8Array());
  await refuseOtherBytes(part);
  return undefined;
}

/** The whole length, if a full answer gives it. */
export function lengthOf(headers: Readonly<Record<string, string>>): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/**
 * The reason why an answer that does not begin like a zip is not the archive. Its content type is not used, because it
 * is wrong as often as right.
 */
function notAnArchive(head: Uint8Array): ReconError | undefined {
  const text = Buffer.from(head).toString('latin1');
  if (ZIP_STARTS.some((start) => text.startsWith(start))) return undefined;
  const what = whatInstead(text);
  if (what === undefined) return refuseArchive('it is no zip file');
  return new ReconError('protocol', `the service answered with ${what} instead of an archive`, {
    hint: { command: ['status'], because: 'to see if the base URL is right; a login page may stand between' },
  });
}

function whatInstead(text: string): string | undefined {
  if (text === '') return 'nothing';
  if (/^\s*</.test(text.replace(/^\xef\xbb\xbf/, ''))) return 'a web page';
  return /^\s*[{[]/.test(text) ? 'JSON' : undefined;
}

async function refuseOtherBytes(part: PartFile): Promise<void> {
  const wrong = notAnArchive(await part.head(HEAD_BYTES));
  if (wrong !== undefined) throw wrong;
}

/** The chunks of the body, and at the end its failure as a value, so that it is not taken for a failure of the disk. */
async function* whileWhole(body: Readable): AsyncGenerator<Uint8Array | { broken: ReconError }> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    yield { broken: asNetworkFailure(error) };
  }
}

function asNetworkFailure(error: unknown): ReconError {
  if (error instanceof ReconError) return error;
  const why = systemErrorCode(error) ?? 'the connection broke';
  return new ReconError('network', `the archive did not arrive whole (${why})`, { hint: HINT, cause: error });
}

function cutOff(sizeBytes: number, total: number): ReconError {
  return new ReconError('network', `the archive arrived cut off, ${sizeBytes} of ${total} bytes`, { hint: HINT });
}

function tooLong(sizeBytes: number, total: number | undefined): ReconError {
  if (total === undefined) throw refuseArchive('it is larger than 4 GB');
  return new ReconError('protocol', `the archive goes on after its ${total} bytes (${sizeBytes} came)`, { hint: HINT });
}
