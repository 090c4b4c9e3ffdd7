import { open } from 'node:fs/promises';
import { systemErrorCode } from '../../errors.ts';

/** Makes the names in a folder survive a power cut. Some systems cannot; there it does nothing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}
