import type { FileHandle } from 'node:fs/promises';
import { refuseArchive } from './refusal.ts';

const END_RECORD_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
const SIGNATURE = 0x06054b50;
/** In these fields it means "see the zip64 record". */
const ELSEWHERE_32 = 0xffffffff;

/** Where the list of files stands, by the record at the end; undefined in an archive of more than 4 GB. */
export interface DirectoryPlace {
  offset: number;
  sizeBytes: number;
}

/** Reads the record that every zip ends with. Throws `unsafe_archive` where there is none. */
export async function readDirectoryPlace(handle: FileHandle, fileBytes: number): Promise<DirectoryPlace | undefined> {
  const tail = Buffer.alloc(Math.min(fileBytes, END_RECORD_BYTES + MAX_COMMENT_BYTES));
  await handle.read(tail, 0, tail.length, fileBytes - tail.length);
  for (let at = tail.length - END_RECORD_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== SIGNATURE) continue;
    const sizeBytes = tail.readUInt32LE(at + 12);
    const offset = tail.readUInt32LE(at + 16);
    return sizeBytes === ELSEWHERE_32 || offset === ELSEWHERE_32 ? undefined : { offset, sizeBytes };
  }
  throw refuseArchive('it has no end: it is cut off, or it is no zip file');
}
