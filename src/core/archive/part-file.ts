import { createHash } from 'node:crypto';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import { onDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import { openEarlierPart, type PartNote, removeNote, writeNote } from './earlier-part.ts';

/** The bytes written to the file so far. */
export interface Written {
  sizeBytes: number;
  /** SHA-256 of everything written, hex. */
  sha256: string;
}

export type PartFile = Awaited<ReturnType<typeof openPartFile>>;

/**
 * `NAME.zip.part` of the file `target`: a download is written into it until it has passed every check. A file that an
 * interrupted run left for the same `url` is continued, any other is started again. Every failure of it is `storage`.
 * The caller makes sure that only one download runs at a time.
 */
export async function openPartFile(target: string, url: string) {
  const path = `${target}.part`;
  const earlier = await openEarlierPart(path, url);
  const handle = earlier?.handle ?? (await onDisk(target, () => openFresh(path)));
  let { note, sizeBytes, hash } = earlier ?? { note: undefined, sizeBytes: 0, hash: createHash('sha256') };
  let kept = false;
  return {
    path,
    /** The path of the finished file. */
    target,
    /** Empties the file for a new attempt at the archive in the note; without a note it cannot be continued. */
    restart: (fresh?: PartNote) =>
      onDisk(target, async () => {
        hash = createHash('sha256');
        sizeBytes = 0;
        note = undefined;
        await removeNote(path);
        await handle.truncate(0);
        if (fresh !== undefined) await writeNote(path, fresh);
        note = fresh;
      }),
    write: (chunk: Uint8Array) =>
      onDisk(target, async () => {
        await handle.appendFile(chunk);
        hash.update(chunk);
        sizeBytes += chunk.length;
      }),
    written: (): Written => ({ sizeBytes, sha256: hash.copy().digest('hex') }),
    /** The first bytes of the file, at most so many. */
    head: (maxBytes: number) =>
      onDisk(target, async () => {
        const bytes = Buffer.alloc(Math.min(maxBytes, sizeBytes));
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      }),
    /** The note of its archive, if the file can be continued. */
    beginningOf: () => (note !== undefined && sizeBytes > 0 && sizeBytes < note.sizeBytes ? note : undefined),
    /** Syncs the file and moves it to its real name; an existing file is replaced only if `replace` is set. */
    keep: ({ replace }: { replace: boolean }) =>
      onDisk(target, async () => {
        await handle.sync();
        await refuseStranger(handle, path);
        await removeNote(path);
        await (replace ? rename(path, target) : moveWithoutReplacing(path, target));
        kept = true;
        await syncFolder(dirname(target));
      }),
    /** Closes the file, and removes it unless it is left for a later run; after `keep` it only closes. */
    close: async ({ leave }: { leave: boolean }) => {
      // A file that a second download has put there since belongs to that one, which removes it.
      const isOurs = !kept && (await isSameFile(handle, path).catch(() => false));
      await handle.close().catch(() => {});
      if (!isOurs || leave) return;
      await rm(path, { force: true }).catch(() => {});
      await removeNote(path).catch(() => {});
    },
  };
}

export function fileExistsAlready(target: string): ReconError {
  return new ReconError('usage', `${shown(target)} exists already`, { hint: '--force to replace it, or --to FILE' });
}

async function openFresh(path: string): Promise<FileHandle> {
  await removeNote(path);
  await rm(path, { force: true });
  return open(path, 'ax+', 0o600);
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
    if (code === 'EEXIST') throw fileExistsAlready(target);
    // Some file systems have no links (memory cards), so look first and then rename.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
    if ((await lstat(target).catch(() => undefined)) !== undefined) throw fileExistsAlready(target);
    return rename(from, target);
  }
  await rm(from);
}
