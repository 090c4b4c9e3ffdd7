import { closeSync, openSync, writeSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../errors.ts';
import { replaceFile } from '../../system/replace-file.ts';

/** What lies beside the files and tells a database of another folder, or one of an earlier time. */
export interface LastCommit {
  folderId: string;
  /** The commit that these files go with; never ahead of the database, and behind it after a power cut at most. */
  commits: number;
}

export const lastCommitPath = (dataFolder: string) => join(dataFolder, 'files', 'last-commit');

/** Undefined where there is none that can be read, as in a folder of 0.1.0. */
export async function readLastCommit(dataFolder: string): Promise<LastCommit | undefined> {
  try {
    const found = /^([0-9a-f]{32}) (\d{15})\n$/.exec(await readFile(lastCommitPath(dataFolder), 'utf8'));
    return found === null ? undefined : { folderId: found[1]!, commits: Number(found[2]) };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export async function makeLastCommit(dataFolder: string, last: LastCommit): Promise<void> {
  await replaceFile(lastCommitPath(dataFolder), textOf(last));
}

/**
 * After a commit; takes some microseconds and does not wait for the disk. One that cannot be written stays behind,
 * which is allowed: the commit is there, and nothing may deny it.
 */
export function noteCommit(dataFolder: string, last: LastCommit): void {
  // The commit of a migration comes before anybody knows which folder it is.
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

export interface LastCommitSync {
  /** Begins to make what was noted outlive a power cut. */
  begin(): void;
  /** Resolves when all that was begun has ended. */
  ended(): Promise<void>;
}

export function lastCommitSync(dataFolder: string): LastCommitSync {
  let last = Promise.resolve();
  let isWaiting = false;
  return {
    begin() {
      // One that has not started yet holds for this commit as well.
      if (isWaiting) return;
      isWaiting = true;
      last = last.then(() => {
        isWaiting = false;
        return syncLastCommit(dataFolder);
      });
    },
    ended: () => last,
  };
}

/** A note that the disk refuses stays behind as well. */
async function syncLastCommit(dataFolder: string): Promise<void> {
  try {
    const file = await open(lastCommitPath(dataFolder), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch {}
}

/** Always of one length, so that writing over it never leaves a part of the earlier one. */
const textOf = ({ folderId, commits }: LastCommit) => `${folderId} ${String(commits).padStart(15, '0')}\n`;
