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
        if (!isTold) onLog(`bytes of deleted patients remain (${why}); it is tried again every second`, 'fault');
        isTold = true;
        await clock.sleep(TRY_EVERY_MS, stopper.signal);
      }
      if (isTold) onLog('nothing of deleted patients remains', 'fault');
      isTold = false;
    }
    isErasing = false;
  }

  return {
    /** Returns at once. */
    goOn(fileIds: readonly string[]): void {
      for (const id of fileIds) files.add(id);
      isWanted = true;
      if (isErasing) return;
      isErasing = true;
      erasing = eraseAll().catch(() => undefined);
    },
    async end(): Promise<void> {
      stopper.abort();
      await erasing;
    },
  };
}
