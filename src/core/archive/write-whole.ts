import type { FileHandle } from 'node:fs/promises';

/** Writes all of a chunk at a place; one write may take only a part of it. */
export async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}
