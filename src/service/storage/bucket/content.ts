import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FileFacts } from '../blob-store.ts';

/** The content of an object, with what a server needs to know before the first byte. It can be read again. */
export interface Content extends FileFacts {
  md5: Buffer;
  pieces(): AsyncIterable<Uint8Array>;
}

/** Small pieces show that a slow connection moves, and bound the memory of many uploads. */
const PIECE_BYTES = 64 * 1024;

export const contentOfBytes = (bytes: Uint8Array): Promise<Content> => contentOf(() => cut(bytes));

export const contentOfFile = (path: string): Promise<Content> =>
  contentOf(() => createReadStream(path, { highWaterMark: PIECE_BYTES }));

async function contentOf(pieces: Content['pieces']): Promise<Content> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  let sizeBytes = 0;
  for await (const piece of pieces()) {
    md5.update(piece);
    sha256.update(piece);
    sizeBytes += piece.length;
  }
  return { md5: md5.digest(), sha256: sha256.digest('hex'), sizeBytes, pieces };
}

async function* cut(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
