import { createHash, type Hash } from 'node:crypto';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ZipFile } from 'yauzl';
import { shown } from '../shown.ts';
import type { ArchiveEntry } from './entries.ts';
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
  // The data is decompressed here and not by yauzl, so that one pipeline owns all streams and none stays open.
  const packed = await zip.openReadStreamPromise(file.entry, { decodeFileData: false });
  const check = new ContentCheck(file, sha256);
  const options = signal === undefined ? {} : { signal };
  if (!file.compressed) return pipeline(packed, check, sink, options);
  const inflate = createInflateRaw();
  await pipeline(packed, inflate, check, sink, options);
  if (inflate.bytesWritten !== file.entry.compressedSize) {
    throw refuseArchive(`${shown(file.name)} has bytes behind its data`);
  }
}

/** Passes bytes on up to the announced size: a wrong size is stopped here, and not by a full disk. */
class ContentCheck extends Transform {
  private readonly file: ArchiveEntry;
  private count = 0;
  private sum = 0;
  private readonly sha256: string | undefined;
  private readonly hash: Hash | undefined;

  constructor(file: ArchiveEntry, sha256: string | undefined) {
    super();
    this.file = file;
    this.sha256 = sha256;
    this.hash = sha256 === undefined ? undefined : createHash('sha256');
  }

  override _transform(
    chunk: Buffer,
    _encoding: BufferEncoding,
    done: (error: Error | null, data?: Buffer) => void,
  ): void {
    this.count += chunk.length;
    this.sum = crc32(chunk, this.sum);
    this.hash?.update(chunk);
    if (this.count > this.file.sizeBytes) done(this.refusal('is longer than announced'));
    else done(null, chunk);
  }

  override _flush(done: (error: Error | null) => void): void {
    if (this.count < this.file.sizeBytes) done(this.refusal('is shorter than announced'));
    else if (this.sum !== this.file.crc32) done(this.refusal('has a wrong checksum'));
    else if (this.hash?.digest('hex') !== this.sha256) done(this.refusal('is not what SHA256SUMS says'));
    else done(null);
  }

  private refusal(what: string): Error {
    return refuseArchive(`${shown(this.file.name)} ${what}`);
  }
}
