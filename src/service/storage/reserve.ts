import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isNoRoom } from './disk-errors.ts';

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
