import { systemErrorCode } from '../../errors.ts';
import { type AuditEntry, type AuditGap, type AuditLine, linesInsert } from '../domain/audit-lines.ts';
import type { Store } from '../domain/store.ts';
import { PORTION } from '../portions.ts';

/** A line is written so long after the first one of its group. */
const WRITE_AFTER_MS = 500;
/** Lines that wait for a disk or a database; further ones are counted. */
const MOST_WAITING = 5_000;

/** Does work with the disk space that is kept for it; see `reserve.ts`. */
export type SpendReserve = (work: () => Promise<void>) => Promise<void>;

/**
 * Writes lines in groups, beside the requests. `hasRoom` tells if the disk of the database has room to spare; where it
 * has none, lines wait. What cannot wait any longer is counted, and the count is a line.
 */
export function createAuditWriter(
  { database, db, onLog }: Pick<Store, 'database' | 'db' | 'onLog'>,
  hasRoom: () => Promise<boolean>,
) {
  const waiting: AuditLine[] = [];
  /** Younger than all that waits. */
  let gap: AuditGap | undefined;
  let isFailing = false;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function write(mayWrite = hasRoom): Promise<void> {
    while (waiting.length > 0 || gap !== undefined) {
      if (!(await mayWrite())) return fail('the disk is full');
      const lines = waiting.slice(0, PORTION);
      const told = lines.length < PORTION ? gap : undefined;
      await database.changeUnsynced(linesInsert(db, told === undefined ? lines : [...lines, told]));
      waiting.splice(0, lines.length);
      if (told !== undefined) closeGap(told);
    }
    if (isFailing) onLog('audit: can be written again', 'fault');
    isFailing = false;
  }

  function closeGap(told: AuditGap): void {
    onLog(`audit: lines that are missing: ${told.missing}`, 'fault');
    // More may have come while the line was written.
    const missing = gap!.missing - told.missing;
    gap = missing === 0 ? undefined : { ...gap!, missing, since: told.time };
  }

  function fail(why: string): void {
    if (!isFailing) onLog(`audit: cannot be written (${why}); lines wait; those without room are counted`, 'fault');
    isFailing = true;
    writeSoon();
  }

  function writeInTurn(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(() => write()).catch((error: unknown) => fail(systemErrorCode(error) ?? 'unknown fault'));
    return turn;
  }

  /** Writes the lines in the kept space. Where that is too little for them, it writes their number instead. */
  async function writeLast(spendReserve: SpendReserve): Promise<void> {
    await turn;
    if (waiting.length === 0 && gap === undefined) return;
    const writeAnyway = () => spendReserve(() => write(async () => true));
    await writeAnyway().catch(async () => {
      const since = waiting[0]?.time ?? gap!.since;
      gap = { time: gap?.time ?? waiting.at(-1)!.time, missing: waiting.length + (gap?.missing ?? 0), since };
      waiting.length = 0;
      await writeAnyway();
    });
  }

  function writeSoon(): void {
    timer ??= setTimeout(writeInTurn, WRITE_AFTER_MS).unref();
  }

  return {
    /** Returns at once. */
    append(entry: AuditEntry): void {
      if (waiting.length < MOST_WAITING && gap === undefined) waiting.push(entry);
      else gap = { time: entry.time, missing: (gap?.missing ?? 0) + 1, since: gap?.since ?? entry.time };
      writeSoon();
    },
    /** Writes what waits. */
    flush: writeInTurn,
    /** Writes what waits, or its number, also on a full disk: nothing comes after it that could tell. */
    flushLast: (spendReserve: SpendReserve) =>
      writeLast(spendReserve).catch((error: unknown) => fail(systemErrorCode(error) ?? 'unknown fault')),
    /** Gives up what could not be written, and tells how much that is. */
    end(): void {
      clearTimeout(timer);
      const lost = waiting.length + (gap?.missing ?? 0);
      if (lost > 0) onLog(`audit: still cannot be written; lines that are missing: ${lost}`, 'fault');
    },
  };
}
