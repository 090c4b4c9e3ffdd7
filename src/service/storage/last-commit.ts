import { closeSync, openSync, writeSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { replaceFile } from '../../system/replace-file.ts';

/** The note beside the files. It detects a database of another folder, or an earlier copy. */
export interface LastCommit {
  folderId: string;
  /** The last commit that these files belong to; never ahead of the database, and behind it only after a power cut. */
  commits: number;
}

export const lastCommitPath = (dataFolder: string) => join(dataFolder, 'files', 'last-commit');

/** Undefined if no note can be read, as in a folder of 0.1.0. */
export async function readLastCommit(dataFolder: string): Promise<LastCommit | undefined> {
  const text = await readFile(lastCommitPath(dataFolder), 'utf8').catch(unlessMissing);
  const found = /^([0-9a-f]{32}) (\d{15})\n$/.exec(text ?? '');
  return found === null ? undefined : { folderId: found[1]!, commits: Number(found[2]) };
}

export async function makeLastCommit(dataFolder: string, last: LastCommit): Promise<void> {
  await replaceFile(lastCommitPath(dataFolder), textOf(last));
}

/**
 * Call this after a commit; it takes some microseconds and does not wait for the disk. A note that cannot be written
 * stays old, which is allowed: the commit is made and must not fail because of the note.
 */
export function noteCommit(dataFolder: string, last: LastCommit): void {
  // A migration commits before the id of the folder is known.
  if (last.folderId === '') return;
  try {
    const file = openSync(lastCommitPath(dataFolder), 'r+');
    try {
      writeSync(file, textOf(last), 0);
    } finally {
      closeSync(file);
    }
  } catch {}
}

export type LastCommitSync = ReturnType<typeof lastCommitSync>;

/** `sync` makes the note of all commits so far survive a power cut. If it fails, the note stays old, which is allowed. */
export function lastCommitSync(sync: () => Promise<void>) {
  let last = Promise.resolve();
  let isWaiting = false;
  return {
    /** Starts to sync the note, so that it survives a power cut. */
    begin(): void {
      // A sync that has not started yet covers this commit too.
      if (isWaiting) return;
      isWaiting = true;
      last = last
        .then(() => {
          isWaiting = false;
          return sync();
        })
        .catch(() => undefined);
    },
    /** Resolves when all started syncs have ended. */
    ended: () => last,
  };
}

/** Waits until the disk has the note. */
export async function syncLastCommit(dataFolder: string): Promise<void> {
  const file = await open(lastCommitPath(dataFolder), 'r+');
  try {
    await file.datasync();
  } finally {
    await file.close();
  }
}

/** The text always has the same length, so overwriting it never leaves a part of the earlier one. */
const textOf = ({ folderId, commits }: LastCommit) => `${folderId} ${String(commits).padStart(15, '0')}\n`;
