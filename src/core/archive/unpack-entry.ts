import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ZipFile } from 'yauzl';
import { shown } from '../shown.ts';
import { type ArchiveEntry, DEFLATED } from './entries.ts';
import { refuseArchive } from './refusal.ts';

/**
 * Unpacks one file into `sink`. Throws `unsafe_archive` if its length or checksum differs from the list, or if its data
 * does not end in the right place.
 */
export async function unpackEntry(
  zip: ZipFile,
  file: ArchiveEntry,
  sink: Writable,
  { sha256, signal }: { sha256?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const { entry } = file;
  // The data is decompressed here and not by yauzl, so that one pipeline owns all streams and none stays open.
  const packed = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  const check = contentCheck(file, sha256);
  if (entry.compressionMethod !== DEFLATED) return await pipeline(packed, check, sink, { signal });
  const inflate = createInflateRaw();
  await pipeline(packed, inflate, check, sink, { signal });
  if (inflate.bytesWritten !== entry.compressedSize) {
    throw refuseArchive(`${shown(file.name)} has bytes behind its data`);
  }
}

/** The same into memory, for a file that is small enough. Throws `unsafe_archive` for one that is not. */
export async function unpackToMemory(
  zip: ZipFile,
  file: ArchiveEntry,
  mostBytes: number,
  sha256?: string,
): Promise<Buffer> {
  if (file.sizeBytes > mostBytes) {
    throw refuseArchive(`${shown(file.name)} is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB`);
  }
  const pieces: Buffer[] = [];
  const memory = new Writable({
    write: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done();
    },
  });
  await unpackEntry(zip, file, memory, { sha256 });
  return Buffer.concat(pieces);
}

/** Passes bytes on up to the announced size: a wrong size is stopped here, and not by a full disk. */
function contentCheck({ name, entry }: ArchiveEntry, sha256: string | undefined): Transform {
  const refusal = (what: string) => refuseArchive(`${shown(name)} ${what}`);
  const hash = sha256 === undefined ? undefined : createHash('sha256');
  let sizeBytes = 0;
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      sum = crc32(chunk, sum);
      hash?.update(chunk);
      if (sizeBytes > entry.uncompressedSize) done(refusal('is longer than announced'));
      else done(null, chunk);
    },
    flush(done) {
      if (sizeBytes < entry.uncompressedSize) done(refusal('is shorter than announced'));
      else if (sum !== entry.crc32) done(refusal('has a wrong checksum'));
      else if (hash?.digest('hex') !== sha256) done(refusal('is not what SHA256SUMS says'));
      else done();
    },
  });
}

/**
 * A stream into an open file that finishes when the bytes are on the disk. It leaves the handle open; Node's own stream
 * with that option never ends a pipeline.
 */
export const fileSink = (handle: FileHandle): Writable =>
  new Writable({
    // It goes on after a partial write.
    write: (chunk: Uint8Array, _encoding, done) => void handle.writeFile(chunk).then(() => done(), done),
    final: (done) => void handle.sync().then(() => done(), done),
  });
