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

/** The bytes written to the file so far. */
export interface Written {
  sizeBytes: number;
  /** SHA-256 of everything written, hex. */
  sha256: string;
}

/**
 * `NAME.zip.part`: the file into which a download is written until it has passed every check. Every failure of it is
 * `storage`.
 */
export interface PartFile {
  path: string;
  /** The path of the finished file. */
  target: string;
  /** Empties the file for a new attempt at the archive in the note; without a note it cannot be continued. */
  restart(note?: PartNote): Promise<void>;
  write(chunk: Uint8Array): Promise<void>;
  written(): Written;
  /** The first bytes of the file, at most so many. */
  head(maxBytes: number): Promise<Uint8Array>;
  /** The note of its archive, if the file can be continued. */
  beginningOf(): PartNote | undefined;
  /** Syncs the file and moves it to its real name; an existing file is replaced only if `replace` is set. */
  keep(options: { replace: boolean }): Promise<void>;
  /** Closes the file, and removes it unless it is left for a later run; after `keep` it only closes. */
  close(options: { leave: boolean }): Promise<void>;
}

/**
 * Opens the part file of `target`. A file that an interrupted run left for the same `url` is continued, any other is
 * started again. The caller makes sure that only one download runs at a time.
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
      // A file that a second download has put there since belongs to that one, which removes it.
      const isOurs = !kept && (await isSameFile(handle, path).catch(() => false));
      await handle.close().catch(() => {});
      if (!isOurs || leave) return;
      await rm(path, { force: true }).catch(() => {});
      await removeNote(path).catch(() => {});
    },
  };
}

/** Throws `storage` if there is no room for `bytes` more. */
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

/** Throws if a second download to the same name has taken over the part file. */
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

/** A link fails if the name is taken, while a rename would replace the file. */
async function moveWithoutReplacing(from: string, target: string): Promise<void> {
  try {
    await link(from, target);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') throw existsAlready(target);
    // Some file systems have no links (memory cards), so look first and then rename.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw existsAlready(target);
    return rename(from, target);
  }
  await rm(from);
}
