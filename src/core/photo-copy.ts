import { closeSync, openSync } from 'node:fs';
import { appendWhole } from '../system/durable-file.ts';
import { onDisk } from './disk-failure.ts';

export type SetCopy = Awaited<ReturnType<typeof openSetCopy>>;

/**
 * The private copies that are sent, one behind the other in one file of mode 0600: a file each costs 2.5 ms of processor
 * time a set of three. It is not synced: the journal does that when it takes the file over.
 * @throws ReconError `storage`
 */
export async function openSetCopy(copyPath: string) {
  const file = await onDisk(copyPath, async () => openSync(copyPath, 'wx', 0o600));
  let sizeBytes = 0;
  return {
    /** Resolves to where they begin. @throws ReconError `storage` */
    append: async (bytes: Uint8Array): Promise<number> => {
      const offsetBytes = sizeBytes;
      sizeBytes += bytes.length;
      await onDisk(copyPath, async () => appendWhole(file, bytes));
      return offsetBytes;
    },
    /** Must be called once. */
    close: () => closeSync(file),
  };
}
