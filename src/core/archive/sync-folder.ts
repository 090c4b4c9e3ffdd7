import { systemErrorCode } from '../../errors.ts';
import { syncOpened } from '../durable-file.ts';

/** Makes the names in a folder survive a power cut. Some systems cannot; there it does nothing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncOpened(folder);
  } catch (error) {
    if (!['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP'].includes(systemErrorCode(error) ?? '')) throw error;
  }
}
