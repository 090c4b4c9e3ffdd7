import { sql } from 'kysely';
import { systemErrorCode } from '../errors.ts';
import type { Store } from './domain/store.ts';

/** When tokens were last used: noted in groups, beside the requests. */
export type TokenUses = ReturnType<typeof createTokenUses>;

/** A first use is written at once, those after it in groups at most so often. */
const EVERY_MS = 1_000;
/** Where a group could not be written, it is tried again with later ones so much later. */
const PAUSE_MS = 60_000;
/** A stop is not held up by a database that does not answer. */
const END_LIMIT_MS = 500;

/** `hasRoom` tells if the disk of the database has room to spare; where it has none, nothing is tried. */
export function createTokenUses(
  { database, db, clock, onLog }: Pick<Store, 'database' | 'db' | 'clock' | 'onLog'>,
  hasRoom: () => Promise<boolean>,
) {
  /** By the token's id, when it was used last, by the monotonic clock. */
  let unwritten = new Map<number, number>();
  let restUntil = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const uses = unwritten;
    unwritten = new Map();
    restUntil = clock.monotonic() + EVERY_MS;
    if (uses.size === 0) return;
    try {
      if (await hasRoom()) return await database.changeUnsynced(changeOf(uses));
    } catch (error) {
      onLog(`last use of tokens: not written (${systemErrorCode(error) ?? 'unknown fault'})`);
    }
    unwritten = new Map([...uses, ...unwritten]);
    restUntil = clock.monotonic() + PAUSE_MS;
    clearTimeout(timer);
    timer = undefined;
    writeSoon();
  }

  /** Of a token that another process has noted just now, nothing is changed. */
  function changeOf(uses: ReadonlyMap<number, number>) {
    const elapsedMs = [...uses].map(([id, at]) => ({ id, ms: Math.round(clock.monotonic() - at) }));
    const cases = elapsedMs.map(({ id, ms }) => sql`when ${sql.lit(id)} then ${database.now()} - ${sql.lit(ms)}`);
    const usedAt = sql<number>`case id ${sql.join(cases, sql` `)} end`;
    const isDue = sql<boolean>`(last_used_at is null or last_used_at + ${sql.lit(EVERY_MS)} <= ${usedAt})`;
    const ids = [...uses.keys()];
    return db.updateTable('tokens').set({ last_used_at: usedAt }).where('id', 'in', ids).where(isDue);
  }

  function writeInTurn(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  function writeSoon(): void {
    timer ??= setTimeout(writeInTurn, Math.max(0, restUntil - clock.monotonic())).unref();
  }

  return {
    /** Returns at once. */
    note(tokenId: number): void {
      unwritten.set(tokenId, clock.monotonic());
      writeSoon();
    },
    /** Writes what is not written yet, unless it takes long. */
    end: async (): Promise<void> => {
      const isOver = new AbortController();
      const limit = clock.sleep(END_LIMIT_MS, isOver.signal).catch(() => undefined);
      // A timer that is left would keep the process from ending.
      await Promise.race([writeInTurn(), limit]).finally(() => isOver.abort());
      clearTimeout(timer);
    },
  };
}
