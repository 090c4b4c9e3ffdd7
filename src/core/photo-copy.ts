import { diskFailure } from './disk-failure.ts';
import { writeDurably } from './durable-file.ts';

/**
 * Writes the private copy that is sent, onto the disk: the journal takes it over by its name alone.
 * @throws ReconError `storage`
 */
export async function writeCopy(copyPath: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeDurably(copyPath, 'wx', bytes);
  } catch (error) {
    throw diskFailure(copyPath, error);
  }
}
