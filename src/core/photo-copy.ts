import { open } from 'node:fs/promises';
import { diskFailure } from './disk-failure.ts';

/**
 * Writes the private copy that is sent, onto the disk: the journal takes it over by its name alone.
 * @throws ReconError `storage`
 */
export async function writeCopy(copyPath: string, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(copyPath, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw diskFailure(copyPath, error);
  }
}
