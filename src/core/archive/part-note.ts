import { open, rm, writeFile } from 'node:fs/promises';
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

export const notePath = (partPath: string) => `${partPath}.json`;

/** Undefined if there is no note, or none that can be trusted: the download then starts again. */
export async function readNote(partPath: string): Promise<PartNote | undefined> {
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

export async function removeNote(partPath: string): Promise<void> {
  await rm(notePath(partPath), { force: true });
}

/** `W/"…"` is a weak one, which two versions may share. */
export const isStrongEtag = (text: string | undefined): text is string =>
  text !== undefined && /^"[\x21\x23-\x7e]{1,1000}"$/.test(text);

function checkedNote(value: unknown): PartNote | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { url, sizeBytes, etag } = value as Record<string, unknown>;
  if (typeof url !== 'string' || typeof etag !== 'string' || !isStrongEtag(etag)) return undefined;
  if (typeof sizeBytes !== 'number' || !Number.isSafeInteger(sizeBytes) || sizeBytes < 1) return undefined;
  return { url, sizeBytes, etag };
}
