import { sql } from 'kysely';
import { systemErrorCode } from '../errors.ts';
import { freeBytes } from './disk-state.ts';
import type { Store } from './domain/store.ts';

/** When tokens were last used: noted in groups, beside the requests. */
export type TokenUses = ReturnType<typeof createTokenUses>;

/** A use is written so long after the first one of its group. */
const WRITE_AFTER_MS = 5_000;
/** A token's use is written at most so often. */
const AT_MOST_EVERY_MS = 60_000;
/** A stop is not held up by a database that does not answer. */
const END_LIMIT_MS = 500;
/** The rest of a disk is left to what was asked for: a few times what a patient's change takes in the database's log. */
const LEAST_ROOM_BYTES = 4 * 2 ** 20;

/**
 * `hasRoom` tells if the disk of the database has room to spare; where it has none, nothing is tried. A use that cannot
 * be written is lost: the next one is written.
 */
export function createTokenUses(
  { database, db, clock, onLog }: Pick<Store, 'database' | 'db' | 'clock' | 'onLog'>,
  hasRoom: () => Promise<boolean>,
) {
  const unwritten = new Set<number>();
  const triedAt = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const ids = [...unwritten];
    unwritten.clear();
    for (const id of ids) triedAt.set(id, clock.monotonic());
    if (ids.length === 0 || !(await hasRoom())) return;
    const now = database.now();
    // Another process may have written it just now.
    const isDue = sql<boolean>`(last_used_at is null or last_used_at + ${sql.lit(AT_MOST_EVERY_MS)} <= ${now})`;
    const change = db.updateTable('tokens').set({ last_used_at: now }).where('id', 'in', ids).where(isDue);
    await database.changeUnsynced(change);
  }

  function writeInTurn(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => {
      onLog(`last use of tokens: not written (${systemErrorCode(error) ?? 'unknown fault'})`);
    });
    return writing;
  }

  return {
    /** Returns at once. */
    note(tokenId: number): void {
      if (clock.monotonic() - (triedAt.get(tokenId) ?? Number.NEGATIVE_INFINITY) < AT_MOST_EVERY_MS) return;
      unwritten.add(tokenId);
      timer ??= setTimeout(writeInTurn, WRITE_AFTER_MS).unref();
    },
    /** Writes what is not written yet, unless it takes long. */
    end: async (): Promise<void> => {
      const isOver = new AbortController();
      const limit = clock.sleep(END_LIMIT_MS, isOver.signal).catch(() => undefined);
      // A timer that is left would keep the process from ending.
      await Promise.race([writeInTurn(), limit]).finally(() => isOver.abort());
    },
  };
}

/** True if there is room to spare on the disk of this folder. */
export async function hasRoomToSpare(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) >= LEAST_ROOM_BYTES;
}
