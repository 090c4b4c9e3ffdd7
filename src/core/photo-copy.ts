import { open } from 'node:fs/promises';
import { diskFailure } from './disk-failure.ts';

/** Writes the private copy that is sent. @throws ReconError `storage` */
export async function writeCopy(copyPath: string, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(copyPath, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw diskFailure(copyPath, error);
  }
}
