import { createHash } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import { onDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import { openEarlierPart } from './earlier-part.ts';
import { type PartNote, removeNote, writeNote } from './part-note.ts';
import { writeWhole } from './write-whole.ts';

/** What was written to the file so far. */
export interface Written {
  sizeBytes: number;
  /** Hex, of everything written. */
  sha256: string;
}

/** `NAME.zip.part`: where a download grows until it has passed every check. Every failure of it is `storage`. */
export interface PartFile {
  path: string;
  /** What it becomes. */
  target: string;
  /** Empties it, for a fresh attempt at the archive the note tells of; without one nobody can go on from it. */
  restart(note?: PartNote): Promise<void>;
  write(chunk: Uint8Array): Promise<void>;
  written(): Written;
  /** The first bytes of it, at most so many. */
  head(maxBytes: number): Promise<Uint8Array>;
  /** What it is the beginning of, where one can go on from it. */
  beginningOf(): PartNote | undefined;
  /** Onto the disk, and under its real name; an existing file is replaced only where that is wanted. */
  keep(options: { replace: boolean }): Promise<void>;
  /** Closes it, and removes it unless it is left for a later run; after `keep` it only closes. */
  close(options: { leave: boolean }): Promise<void>;
}

/**
 * Opens the part file of `target`. What an interrupted run left there of the same `url` is gone on from, anything else
 * is begun anew. Whoever calls sees to it that there is one at a time.
 */
export async function openPartFile(target: string, url: string): Promise<PartFile> {
  const path = `${target}.part`;
  const earlier = await openEarlierPart(path, url);
  const handle = earlier?.handle ?? (await onDisk(target, () => openFresh(path)));
  let { note, sizeBytes, hash } = earlier ?? { note: undefined, sizeBytes: 0, hash: createHash('sha256') };
  let kept = false;
  return {
    path,
    target,
    restart: (fresh) =>
      onDisk(target, async () => {
        hash = createHash('sha256');
        sizeBytes = 0;
        note = undefined;
        await removeNote(path);
        await handle.truncate(0);
        if (fresh !== undefined) await writeNote(path, fresh);
        note = fresh;
      }),
    write: (chunk) =>
      onDisk(target, async () => {
        await writeWhole(handle, chunk, sizeBytes);
        hash.update(chunk);
        sizeBytes += chunk.length;
      }),
    written: () => ({ sizeBytes, sha256: hash.copy().digest('hex') }),
    head: (maxBytes) =>
      onDisk(target, async () => {
        const bytes = Buffer.alloc(Math.min(maxBytes, sizeBytes));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      }),
    beginningOf: () => (note !== undefined && sizeBytes > 0 && sizeBytes < note.sizeBytes ? note : undefined),
    keep: ({ replace }) =>
      onDisk(target, async () => {
        await handle.sync();
        await refuseStranger(handle, path);
        await removeNote(path);
        await (replace ? rename(path, target) : moveWithoutReplacing(path, target));
        kept = true;
        await syncFolder(dirname(target));
      }),
    close: async ({ leave }) => {
      // What a second download has put there since is that one's to remove.
      const isOurs = !kept && (await isSameFile(handle, path).catch(() => false));
      await handle.close().catch(() => {});
      if (!isOurs || leave) return;
      await rm(path, { force: true }).catch(() => {});
      await removeNote(path).catch(() => {});
    },
  };
}

/** Throws `storage` where `bytes` more do not fit. */
export async function refuseWhereNoRoom(target: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await onDisk(target, () => statfs(dirname(target)));
  if (bytes <= bavail * bsize) return;
  const [needed, left] = [Math.ceil(bytes / 1e6), Math.floor((bavail * bsize) / 1e6)];
  throw new ReconError('storage', `the archive is ${needed} MB and the disk of ${shown(target)} has ${left} MB left`, {
    hint: 'free some disk space and run the command again',
  });
}

export function existsAlready(target: string): ReconError {
  return new ReconError('usage', `${shown(target)} exists already`, { hint: '--force to replace it, or --to FILE' });
}

async function openFresh(path: string): Promise<FileHandle> {
  await removeNote(path);
  await rm(path, { force: true });
  return open(path, 'wx+', 0o600);
}

/** A second download to the same name may have taken the part file over. */
async function refuseStranger(handle: FileHandle, path: string): Promise<void> {
  if (await isSameFile(handle, path)) return;
  throw new ReconError('storage', `${shown(path)} was taken over by another run`, {
    hint: 'the command again when the other one has ended',
  });
}

async function isSameFile(handle: FileHandle, path: string): Promise<boolean> {
  const [ours, there] = await Promise.all([handle.stat(), lstat(path).catch(() => undefined)]);
  return there?.ino === ours.ino && there.dev === ours.dev;
}

/** A link fails where the name is taken, a rename would replace it. */
async function moveWithoutReplacing(from: string, target: string): Promise<void> {
  try {
    await link(from, target);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw existsAlready(target);
    // Some file systems know no links (memory cards): look, then rename.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw existsAlready(target);
    return rename(from, target);
  }
  await rm(from);
}
