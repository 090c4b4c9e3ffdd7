import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

/** Writes all of a chunk at a place; one write may take only a part of it. */
export async function writeWhole(handle: FileHandle, chunk: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < chunk.length) {
    const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

/**
 * A stream into an open file that finishes when the bytes are on the disk. It leaves the handle open; Node's own stream
 * with that option never ends a pipeline.
 */
export function fileSink(handle: FileHandle): Writable {
  let position = 0;
  return new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      writeWhole(handle, chunk, position).then(() => {
        position += chunk.length;
        done();
      }, done);
    },
    final(done) {
      handle.sync().then(() => done(), done);
    },
  });
}
