import { closeSync, openSync } from 'node:fs';
import { appendWhole } from '../system/durable-file.ts';
import { onDisk } from './disk-failure.ts';

/**
 * The private copies that are sent, one behind the other in one file of mode 0600: a file each costs 2.5 ms of processor
 * time a set of three. It is not synced: the journal does that when it takes the file over.
 */
export interface SetCopy {
  /** Resolves to where they begin. @throws ReconError `storage` */
  append(bytes: Uint8Array): Promise<number>;
  /** Must be called once. */
  close(): void;
}

/** @throws ReconError `storage` */
export async function openSetCopy(copyPath: string): Promise<SetCopy> {
  const file = await onDisk(copyPath, async () => openSync(copyPath, 'wx', 0o600));
  let sizeBytes = 0;
  return {
    append: async (bytes) => {
      const offsetBytes = sizeBytes;
      sizeBytes += bytes.length;
      await onDisk(copyPath, async () => appendWhole(file, bytes));
      return offsetBytes;
    },
    close: () => closeSync(file),
  };
}
