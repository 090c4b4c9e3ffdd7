import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { NO_LINK } from '../../system/open-flags.ts';
import { type PartNote, readNote } from './part-note.ts';

/** The part file of an interrupted run, and the archive that it belongs to. */
export interface EarlierPart {
  handle: FileHandle;
  note: PartNote;
  sizeBytes: number;
  /** SHA-256 of the bytes that are there. */
  hash: Hash;
}

const PIECE_BYTES = 1024 * 1024;

/**
 * Opens the part file of an earlier run if it can be continued: a plain file of this user alone, without a second name,
 * and with a note that names `url`. Undefined otherwise.
 */
export async function openEarlierPart(path: string, url: string): Promise<EarlierPart | undefined> {
  const note = await readNote(path);
  if (note?.url !== url) return undefined;
  const flags = constants.O_RDWR | constants.O_NONBLOCK | NO_LINK;
  const handle = await open(path, flags).catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const facts = await handle.stat();
    const isOurs = facts.isFile() && facts.nlink === 1 && facts.uid === (process.getuid?.() ?? facts.uid);
    // The last byte is always requested again, which shows that the archive is still the same.
    const sizeBytes = Math.min(facts.size, note.sizeBytes - 1);
    if (isOurs && sizeBytes > 0 && facts.size <= note.sizeBytes) {
      await handle.chmod(0o600);
      await handle.truncate(sizeBytes);
      return { handle, note, sizeBytes, hash: await hashOf(handle, sizeBytes) };
    }
  } catch {
    // Whatever is wrong with it, a new file is started.
  }
  await handle.close().catch(() => {});
  return undefined;
}

async function hashOf(handle: FileHandle, sizeBytes: number): Promise<Hash> {
  const hash = createHash('sha256');
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let at = 0; at < sizeBytes; ) {
    const { bytesRead } = await handle.read(piece, 0, Math.min(piece.length, sizeBytes - at), at);
    if (bytesRead === 0) throw new Error('the part file became shorter while it was read');
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash;
}
