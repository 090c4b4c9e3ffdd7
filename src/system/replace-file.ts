import { lstat, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unlessMissing } from '../errors.ts';
import { syncFolder } from './durable-file.ts';

/**
 * The draft always has the same name, so that one left by a killed writer is found: only one process at a time writes a
 * file.
 */
const draftPath = (path: string) => `${path}.tmp`;

/**
 * Replaces a file as a whole or not at all, readable for this user alone: the text is written beside it, synced to the
 * disk, and only then renamed. The caller makes sure that only one write runs at a time.
 */
export async function replaceFile(
  path: string,
  text: string | AsyncIterable<string>,
  draft: string = draftPath(path),
): Promise<void> {
  await replaceThrough(path, draft, async () => {
    // It goes on after a partial write, which a nearly full disk makes.
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    return draft;
  });
}

/** The same, but `write` makes the file somewhere below `draft`, whole and synced, and returns its path. */
export async function replaceThrough(
  path: string,
  draft: string,
  write: (draft: string) => Promise<string>,
): Promise<void> {
  await rm(draft, { recursive: true, force: true });
  try {
    await rename(await write(draft), path);
  } finally {
    // The result of the writing counts, not that of this cleaning up.
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
  await syncFolder(dirname(path));
}

/** The file that a symbolic link points to, which is the file to replace; the path itself if nothing is there. */
export async function behindLinks(path: string): Promise<string> {
  return (await realpath(path).catch(unlessMissing)) ?? path;
}

/** True if a killed writer left its draft. */
export async function hasDraft(path: string): Promise<boolean> {
  return (await lstat(draftPath(path)).catch(() => undefined)) !== undefined;
}

/** Call this like `replaceFile`: while no other process writes that file. */
export const removeDraft = (path: string): Promise<void> => rm(draftPath(path), { force: true });
