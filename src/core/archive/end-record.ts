import type { FileHandle } from 'node:fs/promises';
import { refuseArchive } from './refusal.ts';

/** The place of the list of files. */
export interface DirectoryPlace {
  offset: number;
  sizeBytes: number;
  entryCount: number;
}

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const END_RECORD = 'PK\x05\x06';
const LOCATOR_BYTES = 20;
const LOCATOR = 0x07064b50;
const LARGE_RECORD_BYTES = 56;
const LARGE_RECORD = 0x06064b50;
/** The value that means "see the large record" in these fields of the end record. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;

/**
 * Reads the record at the end of every zip, and the one for large archives before it. Throws `unsafe_archive` if there
 * is none, or if they are ambiguous: two programs would then unpack different files.
 */
export async function readDirectoryPlace(handle: FileHandle, fileBytes: number): Promise<DirectoryPlace> {
  const tail = await readAt(handle, Math.max(0, fileBytes - END_RECORD_BYTES - MAX_COMMENT_BYTES), fileBytes);
  const at = tail.lastIndexOf(END_RECORD, tail.length - END_RECORD_BYTES);
  if (tail.length < END_RECORD_BYTES || at === -1) {
    throw refuseArchive('it has no end: it is cut off, or it is no zip file');
  }
  const record = tail.subarray(at);
  if (record.readUInt16LE(20) !== record.length - END_RECORD_BYTES) {
    throw refuseArchive('it is damaged: there is something behind its end');
  }
  const [disk, firstDisk, onDisk, entryCount] = [4, 6, 8, 10].map((field) => record.readUInt16LE(field));
  if (disk !== 0 || firstDisk !== 0 || onDisk !== entryCount) throw refuseArchive('it is one part of several');
  const plain = { offset: record.readUInt32LE(16), sizeBytes: record.readUInt32LE(12), entryCount: entryCount! };
  const end = fileBytes - record.length;
  const large = await readLargeRecord(handle, end);
  const place = large?.place ?? plain;
  if (!agree(plain, place)) throw refuseArchive('its list of files is described in two ways that do not agree');
  if (place.offset + place.sizeBytes !== (large?.startsAt ?? end)) {
    throw refuseArchive('its list of files does not stand where it should');
  }
  return place;
}

/** Undefined if the archive is not large. */
async function readLargeRecord(handle: FileHandle, end: number) {
  if (end < LOCATOR_BYTES + LARGE_RECORD_BYTES) return undefined;
  const locator = await readAt(handle, end - LOCATOR_BYTES, end);
  if (locator.readUInt32LE(0) !== LOCATOR) return undefined;
  const startsAt = end - LOCATOR_BYTES - LARGE_RECORD_BYTES;
  const record = await readAt(handle, startsAt, startsAt + LARGE_RECORD_BYTES);
  const isThere = record.readUInt32LE(0) === LARGE_RECORD && locator.readBigUInt64LE(8) === BigInt(startsAt);
  const [onDisk, entryCount, sizeBytes, offset] = [24, 32, 40, 48].map((at) => Number(record.readBigUInt64LE(at)));
  if (!isThere || record.readBigUInt64LE(16) !== 0n || onDisk !== entryCount) {
    throw refuseArchive('it is damaged: what a large archive has in front of its end is wrong');
  }
  return { startsAt, place: { offset: offset!, sizeBytes: sizeBytes!, entryCount: entryCount! } };
}

function agree(plain: DirectoryPlace, place: DirectoryPlace): boolean {
  return (
    (plain.offset === place.offset || plain.offset === ELSEWHERE_32) &&
    (plain.sizeBytes === place.sizeBytes || plain.sizeBytes === ELSEWHERE_32) &&
    (plain.entryCount === place.entryCount || plain.entryCount === ELSEWHERE_16)
  );
}

async function readAt(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, from + done);
    if (bytesRead === 0) throw refuseArchive('it became shorter while it was read');
    done += bytesRead;
  }
  return bytes;
}
