import { createHash, type Hash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { NO_LINK, READ_NOW } from '../../system/open-flags.ts';

/** The archive that the bytes of a part file belong to. The note is beside it as `NAME.zip.part.json`. */
export interface PartNote {
  url: string;
  /** Size of the whole archive. */
  sizeBytes: number;
  /** A strong one: equal only if every byte is equal. */
  etag: string;
}

const MAX_NOTE_BYTES = 16 * 1024;
const PIECE_BYTES = 1024 * 1024;

const notePath = (partPath: string) => `${partPath}.json`;

/** Undefined if there is no note, or none that can be trusted: the download then starts again. */
async function readNote(partPath: string): Promise<PartNote | undefined> {
  try {
    const handle = await open(notePath(partPath), READ_NOW | NO_LINK);
    try {
      const facts = await handle.stat();
      if (!facts.isFile() || facts.size > MAX_NOTE_BYTES) return undefined;
      return checkedNote(JSON.parse(await handle.readFile('utf8')));
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** Writes the note. It comes before the first byte of the part, so that no byte is ever taken for another archive's. */
export async function writeNote(partPath: string, note: PartNote): Promise<void> {
  await removeNote(partPath);
  await writeFile(notePath(partPath), `${JSON.stringify(note)}\n`, { flag: 'wx', mode: 0o600 });
}

export const removeNote = (partPath: string): Promise<void> => rm(notePath(partPath), { force: true });

/** `W/"…"` is a weak one, which two versions may share. */
export const isStrongEtag = (text: unknown): text is string =>
  typeof text === 'string' && /^"[\x21\x23-\x7e]{1,1000}"$/.test(text);

function checkedNote(value: unknown): PartNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { url, sizeBytes, etag } = value as Record<string, unknown>;
  if (typeof url !== 'string' || !isStrongEtag(etag)) return undefined;
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 1) return undefined;
  return { url, sizeBytes, etag };
}

/** The part file of an interrupted run, and the archive that it belongs to. */
export interface EarlierPart {
  handle: FileHandle;
  note: PartNote;
  sizeBytes: number;
  /** SHA-256 of the bytes that are there. */
  hash: Hash;
}

/**
 * Opens the part file of an earlier run if it can be continued: a plain file of this user alone, without a second name,
 * and with a note that names `url`. Undefined otherwise.
 */
export async function openEarlierPart(path: string, url: string): Promise<EarlierPart | undefined> {
  const note = await readNote(path);
  if (note?.url !== url) return undefined;
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NONBLOCK | NO_LINK;
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
