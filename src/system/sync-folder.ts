import { systemErrorCode } from '../errors.ts';
import { syncFile } from './durable-file.ts';

/** The error codes of systems that cannot open or sync a folder. */
const CANNOT = ['EISDIR', 'EINVAL', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Makes the names in a folder survive a power cut. Does nothing on systems that cannot do this. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    await syncFile(folder, 'r');
  } catch (error) {
    if (!CANNOT.includes(systemErrorCode(error) ?? '')) throw error;
  }
}
