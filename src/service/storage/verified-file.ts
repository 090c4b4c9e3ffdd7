import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { systemErrorCode } from '../../errors.ts';
import { sha256OfFile } from '../../system/sha256.ts';
import { type BlobStore, type FetchedFile, OtherBytes } from './blob-store.ts';

/** A file as its record has it. */
export interface RecordedFile {
  id: string;
  sha256: string;
}

/** The bytes of a file are not those that were stored. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';

  constructor(id: string) {
    super(`the file ${id} is damaged`);
  }
}

interface Files {
  blobs: BlobStore;
  onLog(line: string, weight: 'fault'): void;
}

/**
 * Opens a file. The last piece waits until all bytes are known to be those that were stored, so that a reader who counts
 * them never takes a damaged file for a sound one; a damaged one ends with `DamagedFile`, and the operator is told.
 */
export const openVerified = (files: Files, file: RecordedFile): Readable =>
  Readable.from(checked(files, file), { objectMode: false });

async function* checked({ blobs, onLog }: Files, { id, sha256 }: RecordedFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let held: Buffer | undefined;
  try {
    for await (const piece of blobs.open(id) as AsyncIterable<Buffer>) {
      hash.update(piece);
      if (held !== undefined) yield held;
      held = piece;
    }
  } catch (error) {
    throw error instanceof OtherBytes ? damaged(id, onLog) : error;
  }
  if (hash.digest('hex') !== sha256) throw damaged(id, onLog);
  if (held !== undefined) yield held;
}

/** A file as a path of this machine. @throws DamagedFile */
export async function fetchVerified({ blobs, onLog }: Files, { id, sha256 }: RecordedFile): Promise<FetchedFile> {
  const file = await blobs.fetchFile(id).catch((error: unknown) => {
    throw error instanceof OtherBytes ? damaged(id, onLog) : error;
  });
  if ((await sha256OfFile(file.path)) === sha256) return file;
  await file.release();
  throw damaged(id, onLog);
}

/** Whether a file is there as it was stored. Of one that is not nobody is told. */
export async function isAsStored(blobs: BlobStore, file: RecordedFile): Promise<boolean> {
  try {
    await (await fetchVerified({ blobs, onLog() {} }, file)).release();
    return true;
  } catch (error) {
    if (error instanceof DamagedFile || systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Whether all of them are. That one is not there at all is cheaper to see than to read the others. */
export async function areAsStored(blobs: BlobStore, files: readonly RecordedFile[]): Promise<boolean> {
  if ((await blobs.findMissing(files.map(({ id }) => id))).length > 0) return false;
  for (const file of files) if (!(await isAsStored(blobs, file))) return false;
  return true;
}

function damaged(id: string, onLog: Files['onLog']): DamagedFile {
  onLog(`the file ${id} is damaged; recon doctor --files tells whose it is`, 'fault');
  return new DamagedFile(id);
}
