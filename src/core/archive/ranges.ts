import type { FileHandle } from 'node:fs/promises';
import type { Entry } from 'yauzl';
import { shown } from '../shown.ts';
import { refuseArchive } from './refusal.ts';

/** The places of a file's header and data in the archive. */
export interface Range {
  name: string;
  start: number;
  end: number;
  /** Sizes and checksum are repeated after the data. */
  sizesFollow: boolean;
  entry: Entry;
}

const SIGNATURE = 0x08074b50;
/** Plain or with sizes of 8 bytes, without or with the signature. */
const TRAILER_BYTES = [12, 16, 20, 24];

/**
 * Refuses an archive in which a byte belongs to two files, or to none: data hidden there is not in the list.
 * `listStart` is the start of the list of files, which comes after the last file.
 */
export async function refuseStrayBytes(handle: FileHandle, ranges: Range[], listStart: number): Promise<void> {
  ranges.sort((a, b) => a.start - b.start);
  if (ranges[0]!.start !== 0) throw refuseArchive('there is something in front of its first file');
  for (const [index, range] of ranges.entries()) {
    const next = ranges[index + 1]?.start ?? listStart;
    if (range.end > next) throw refuseArchive(`${shown(range.name)} shares its bytes with something else`);
    await refuseGap(handle, range, next - range.end);
  }
}

async function refuseGap(handle: FileHandle, range: Range, gapBytes: number): Promise<void> {
  if (gapBytes === 0 && !range.sizesFollow) return;
  if (!range.sizesFollow || !TRAILER_BYTES.includes(gapBytes)) {
    throw refuseArchive(`behind ${shown(range.name)} stand bytes that belong to no file`);
  }
  const trailer = Buffer.alloc(gapBytes);
  await handle.read(trailer, 0, gapBytes, range.end);
  if (!saysTheSame(trailer, range.entry)) {
    throw refuseArchive(`${shown(range.name)} is described in two ways that do not agree`);
  }
}

function saysTheSame(trailer: Buffer, { crc32, compressedSize, uncompressedSize }: Entry): boolean {
  const hasSignature = trailer.length === 16 || trailer.length === 24;
  if (hasSignature && trailer.readUInt32LE(0) !== SIGNATURE) return false;
  const facts = hasSignature ? trailer.subarray(4) : trailer;
  const [packed, unpacked] =
    facts.length === 12
      ? [facts.readUInt32LE(4), facts.readUInt32LE(8)]
      : [Number(facts.readBigUInt64LE(4)), Number(facts.readBigUInt64LE(12))];
  return facts.readUInt32LE(0) === crc32 && packed === compressedSize && unpacked === uncompressedSize;
}
