import { systemErrorCode } from '../errors.ts';
import { syncFile } from './durable-file.ts';

/** What systems answer that cannot open a folder, or cannot sync one. */
const CANNOT = ['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes the names in a folder survive a power cut. Where the system cannot, it does nothing. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder, 'r');
  } catch (error) {
    if (!CANNOT.includes(systemErrorCode(error) ?? '')) throw error;
  }
}
