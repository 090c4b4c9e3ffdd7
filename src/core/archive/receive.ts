import type { Readable } from 'node:stream';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { notAnArchive } from './first-bytes.ts';
import { type PartFile, refuseWhereNoRoom } from './part-file.ts';
import { refuseArchive } from './refusal.ts';

/** Larger than any archive that can be unpacked. */
const MAX_ARCHIVE_BYTES = 4.5 * 1024 ** 3;
/** Enough to tell a zip from a web page. */
const HEAD_BYTES = 512;

export interface ReceiveHooks {
  /** Called when so many bytes are already here and only the rest comes. */
  onContinue?(doneBytes: number, totalBytes: number): void;
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
  hooks: ReceiveHooks,
): Promise<unknown> {
  let sizeBytes = part.written().sizeBytes;
  let isLookedAt = false;
  if (total !== undefined) await refuseWhereNoRoom(part.target, total - sizeBytes);
  for await (const chunk of whileWhole(body)) {
    if (chunk instanceof BrokenBody) {
      if (sizeBytes === total) break;
      return chunk.error;
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

async function refuseOtherBytes(part: PartFile): Promise<void> {
  const wrong = notAnArchive(await part.head(HEAD_BYTES));
  if (wrong !== undefined) throw wrong;
}

class BrokenBody {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** The chunks of the body, and at the end its failure as a value, so that it is not taken for a failure of the disk. */
async function* whileWhole(body: Readable): AsyncGenerator<Uint8Array | BrokenBody> {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    yield new BrokenBody(asNetworkFailure(error));
  }
}

function asNetworkFailure(error: unknown): unknown {
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

const HINT = 'the same command again';
