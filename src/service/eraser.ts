import { systemErrorCode } from '../errors.ts';
import type { Store } from './domain/store.ts';

/** Erases what a deletion could not: a file that the disk holds on to, rows that another program still reads. */
export type Eraser = ReturnType<typeof createEraser>;

const TRY_EVERY_MS = 1_000;

/** Tries until nothing remains. What a process leaves when it ends, the next one goes on with. */
export function createEraser({ database, blobs, clock, onLog }: Pick<Store, 'database' | 'blobs' | 'clock' | 'onLog'>) {
  const files = new Set<string>();
  const stopper = new AbortController();
  let erasing: Promise<void> | undefined;
  let isErasing = false;
  let isWanted = false;
  let isOfDeletion = false;
  let isTold = false;

  async function erase(): Promise<string | undefined> {
    try {
      const ids = [...files];
      await blobs.remove(ids);
      for (const id of ids) files.delete(id);
      return (await database.eraseTraces()) ? undefined : 'another program reads the database';
    } catch (error) {
      return systemErrorCode(error) ?? 'unknown fault';
    }
  }

  async function eraseAll(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      for (let why = await erase(); why !== undefined; why = await erase()) {
        if (!isTold && isOfDeletion)
          onLog(`bytes of deleted patients remain (${why}); it is tried again every second`, 'fault');
        isTold = isOfDeletion;
        await clock.sleep(TRY_EVERY_MS, stopper.signal);
      }
      if (isTold) onLog('nothing of deleted patients remains', 'fault');
      isTold = false;
    }
    isOfDeletion = false;
    isErasing = false;
  }

  function begin(): void {
    isWanted = true;
    if (isErasing) return;
    isErasing = true;
    erasing = eraseAll().catch(() => undefined);
  }

  return {
    /** Goes on with a deletion, and tells the operator when it waits and when it is done. Returns at once. */
    goOn(fileIds: readonly string[]): void {
      for (const id of fileIds) files.add(id);
      isOfDeletion = true;
      begin();
    },
    /** Erases what an earlier run may have left in the database's log. Returns at once. */
    begin,
    async end(): Promise<void> {
      stopper.abort();
      await erasing;
    },
  };
}
