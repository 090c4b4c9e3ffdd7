import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '../../errors.ts';

/** Far more than the database writes to delete a patient. */
const RESERVE_BYTES = 1024 * 1024;

/** Room on the disk that is kept for what makes a full disk less full. */
export interface Reserve {
  /** Does the work; where there is no room for it, does it once more with the reserve given up. */
  spendOn<T>(work: () => Promise<T>): Promise<T>;
}

/** Keeps a file of 1 MiB in the data folder, or of as much as there is room for. */
export function openReserve(dataFolder: string): Reserve {
  const path = join(dataFolder, 'reserve');
  return {
    async spendOn(work) {
      const result = await work().catch(async (error: unknown) => {
        if (!isNoRoom(error)) throw error;
        await rm(path, { force: true });
        return work();
      });
      // A start that is refused changes nothing in the folder, so only what went well fills it again.
      await fill(path);
      return result;
    },
  };
}

/** Whether something failed because the disk, or the user's share of it, is full. */
export function isNoRoom(error: unknown): boolean {
  if (NO_ROOM.has(systemErrorCode(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isNoRoom(error.cause);
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

/** What cannot be kept now is tried again next time. */
async function fill(path: string): Promise<void> {
  try {
    const file = await open(path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      // Random, so that a file system that packs its files keeps as much room for them.
      if (size < RESERVE_BYTES) await file.write(randomBytes(RESERVE_BYTES - size));
    } finally {
      await file.close();
    }
  } catch {
    // Full, or no file can be opened: what there is has to do.
  }
}
