import type { Readable } from 'node:stream';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { notAnArchive } from './first-bytes.ts';
import { type PartFile, refuseWhereNoRoom } from './part-file.ts';
import { refuseArchive } from './refusal.ts';

/** More than an archive can be that is unpacked at all. */
const MAX_ARCHIVE_BYTES = 4.5 * 1024 ** 3;
/** Enough to tell a zip from a web page. */
const HEAD_BYTES = 512;

export interface Body {
  headers: Record<string, string>;
  body: Readable;
}

export interface ReceiveHooks {
  onProgress?(doneBytes: number, totalBytes?: number): void;
  signal?: AbortSignal;
}

/** How a body ended: `cut` says why it is not whole, `lengthKnown` whether the service had said how long it is. */
export interface Received {
  cut: unknown;
  lengthKnown: boolean;
}

/** Writes a body to the part file. Throws what another try cannot mend: other bytes than a zip's, a full disk. */
export async function receiveBody(part: PartFile, { headers, body }: Body, hooks: ReceiveHooks): Promise<Received> {
  // It may break while nobody reads; what it broke of is told when it is read.
  body.on('error', () => {});
  const total = lengthOf(headers);
  const lengthKnown = total !== undefined;
  try {
    if (lengthKnown) await refuseWhereNoRoom(part.path, total);
    const head: Uint8Array[] = [];
    for await (const chunk of whileWhole(body)) {
      if (chunk instanceof BrokenBody) return { cut: chunk.error, lengthKnown };
      hooks.signal?.throwIfAborted();
      if (part.written().sizeBytes < HEAD_BYTES) head.push(chunk.subarray(0, HEAD_BYTES));
      await part.write(chunk);
      const { sizeBytes } = part.written();
      if (sizeBytes > MAX_ARCHIVE_BYTES) throw refuseArchive('it is larger than 4 GB');
      hooks.onProgress?.(sizeBytes, total);
    }
    const { sizeBytes } = part.written();
    if (lengthKnown && sizeBytes !== total) return { cut: cutOff(sizeBytes, total), lengthKnown };
    const wrong = notAnArchive(Buffer.concat(head));
    if (wrong !== undefined && (lengthKnown || sizeBytes > 0)) throw wrong;
    return { cut: wrong, lengthKnown };
  } finally {
    body.destroy();
  }
}

class BrokenBody {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** The body's chunks, and last its failure as a value: one of the disk must not be taken for it. */
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

const HINT = 'the same command again';

function lengthOf(headers: Record<string, string>): number | undefined {
  const text = headers['content-length'];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
