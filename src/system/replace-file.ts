import { lstat, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { syncFolder } from './sync-folder.ts';

/** One name, so that what a killed writer left is found: one process at a time writes a file. */
const draftOf = (path: string) => `${path}.tmp`;

/**
 * Puts text in the place of a file, as a whole or not at all, for this user alone: beside it, every byte, onto the
 * disk, and only then under its name. Whoever calls sees to it that there is one at a time.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  draft: string = draftOf(path),
): Promise<void> {
  await replaceThrough(path, draft, async () => {
    const file = await open(draft, 'wx', 0o600);
    try {
      // Goes on after a write that took only a part, as a disk does that is nearly full.
      await writeFile(file, text);
      await file.sync();
    } finally {
      await file.close();
    }
    return draft;
  });
}

/** The same where `write` makes the file: below `draft`, whole and on the disk, and returns where it is. */
export async function replaceThrough(
  path: string,
  draft: string,
  write: (draft: string) => Promise<string>,
): Promise<void> {
  await rm(draft, { recursive: true, force: true });
  try {
    await rename(await write(draft), path);
  } finally {
    // What is told is how the writing went, not how the tidying up did.
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
  await syncFolder(dirname(path));
}

/** The file that a link stands for, which is what gets replaced; the path itself where nothing is there. */
export async function behindLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return path;
    throw error;
  }
}

/** Whether a killed writer left its draft behind. */
export async function hasDraft(path: string): Promise<boolean> {
  return (await lstat(draftOf(path)).catch(() => undefined)) !== undefined;
}

/** Called as `replaceFile` is: while nobody else writes that file. */
export const removeDraft = (path: string): Promise<void> => rm(draftOf(path), { force: true });
