import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

export interface FileFacts {
  sizeBytes: number;
  /** SHA-256 of the content, hex. */
  sha256: string;
}

/** A file of the store as a path of this machine. */
export interface FetchedFile {
  path: string;
  /** Call it when the path is no longer read. */
  release(): Promise<void>;
}

/** What lies there has other bytes than were stored, where the place can tell by itself. */
export class OtherBytes extends Error {
  override readonly name = 'OtherBytes';
}

/**
 * Files by random id, on a disk or in a bucket. A file never changes once it has its id. When a method returns, its
 * result survives a power cut. Ids for new files come from `newFileIds`, which records them first. A file that is not
 * there is an error with the code ENOENT.
 */
export interface BlobStore {
  write(id: string, bytes: Uint8Array): Promise<FileFacts>;
  /** Takes over a finished file made at a path of `Incoming`. */
  keep(id: string, tempPath: string): Promise<void>;
  /** Stores the same bytes under another id, so that each id has one owner. */
  copy(id: string, from: string): Promise<void>;
  read(id: string): Promise<Buffer>;
  /** `end` is inclusive, as in a Range header. */
  open(id: string, range?: { start: number; end: number }): Readable;
  fetchFile(id: string): Promise<FetchedFile>;
  /** Those of the files that are not there; their bytes are not read. */
  findMissing(ids: readonly string[]): Promise<string[]>;
  /** A missing file is no error; a file that cannot be removed does not stop the removal of the others. */
  remove(ids: readonly string[]): Promise<void>;
}

const ID = /^[0-9a-f]{32}$/;

export const newFileId = () => randomBytes(16).toString('hex');

export const isFileId = (text: string) => ID.test(text);

/** A path or key is never made of a text that is no id. */
export function requireFileId(id: string): string {
  if (!isFileId(id)) throw new TypeError('not a file id');
  return id;
}
