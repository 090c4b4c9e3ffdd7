import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../errors.ts';

/** Far more than the database writes to delete a patient. */
const RESERVE_BYTES = 1024 * 1024;

/** Disk space that is kept for work that frees a full disk. */
export type Reserve = ReturnType<typeof openReserve>;

/** Keeps a file of 1 MiB in the data folder, or less if there is no room for it. */
export function openReserve(dataFolder: string) {
  const path = join(dataFolder, 'reserve');
  return {
    /** Runs the work. If the disk is full, gives up the reserve and runs the work once more. */
    async spendOn<T>(work: () => Promise<T>): Promise<T> {
      const result = await work().catch(async (error: unknown) => {
        if (!isNoRoom(error)) throw error;
        await rm(path, { force: true });
        return work();
      });
      // A refused start changes nothing in the folder, so the reserve is filled again only after success.
      await fill(path);
      return result;
    },
  };
}

/** True if the disk, or the user's share of it, is full. */
export const isNoRoom = (error: unknown): boolean => isCausedBy(error, (code) => NO_ROOM.has(code));

/** True if the disk can only be read, or this user may not write there any more. */
export const isNotWritable = (error: unknown): boolean =>
  isCausedBy(error, (code) => NOT_WRITABLE.has(code) || code.startsWith('SQLITE_READONLY'));

function isCausedBy(error: unknown, fits: (code: string) => boolean): boolean {
  if (fits(systemErrorCode(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isCausedBy(error.cause, fits);
}

/** The service opens and writes its own files alone. */
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** True if the process or the machine has as many files open as it may. */
export const isNoFileLeft = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(systemErrorCode(error) ?? '');

/** Space that cannot be reserved now is tried again next time. */
async function fill(path: string): Promise<void> {
  try {
    const file = await open(path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      // Random bytes keep their full size on file systems that compress.
      if (size < RESERVE_BYTES) await file.write(randomBytes(RESERVE_BYTES - size));
    } finally {
      await file.close();
    }
  } catch {
    // The disk is full or no file can be opened; a smaller reserve has to do.
  }
}
