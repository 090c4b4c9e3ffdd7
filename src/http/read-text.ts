import type { Readable } from 'node:stream';
import { ReconError } from '../errors.ts';

const MAX_TEXT_BYTES = 20 * 1024 * 1024;

/**
 * Reads a body as text: at most 20 MB, counted as it comes, and valid UTF-8. A byte order mark stays.
 * @throws ReconError `protocol`; an error of the connection is thrown as undici gives it
 */
export async function readText(body: Readable, onPiece: () => void): Promise<string> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of body) {
    onPiece();
    sizeBytes += piece.length;
    if (sizeBytes > MAX_TEXT_BYTES) throw new ReconError('protocol', 'the answer is larger than 20 MB');
    pieces.push(piece);
  }
  return decodeUtf8(Buffer.concat(pieces));
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ReconError('protocol', 'the answer is not valid UTF-8 text', { cause });
  }
}
