import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { NO_LINK, READ_NOW } from './open-flags.ts';

const CHUNK_BYTES = 1 << 20;

/** SHA-256, in hex. */
export const sha256Of = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of a file, in hex; undefined where it is not there, is a link or cannot be read. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    const handle = await open(path, READ_NOW | NO_LINK);
    // No larger than the file: many small ones would leave as many half-empty buffers to be collected.
    const highWaterMark = Math.min(CHUNK_BYTES, (await handle.stat()).size + 1);
    const bytes = createReadStream('', { fd: handle, highWaterMark, ...(signal && { signal }) });
    for await (const chunk of bytes) hash.update(chunk as Uint8Array);
    return hash.digest('hex');
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
