import { systemErrorCode } from '../../errors.ts';
import type { Store } from '../domain/store.ts';
import { dropOldLines, KEEP_AUDIT_MS } from './retention.ts';
import { createSealer } from './seal.ts';
import { createAuditWriter, type SpendReserve } from './writer.ts';

/** The audit of a process that answers requests. */
export type Audit = ReturnType<typeof openAudit>;

const SEAL_EVERY_MS = 2_000;
const DROP_EVERY_MS = 3_600_000;
/** A stop is not held up by a database that does not answer. */
const END_LIMIT_MS = 2_000;

type AuditStore = Pick<Store, 'database' | 'db' | 'clock' | 'onLog' | 'auditEnd'>;

export interface AuditWays {
  hasRoom: () => Promise<boolean>;
  spendReserve: SpendReserve;
  keepMs?: number | undefined;
}

/**
 * Writes lines about what was read and what was refused, seals all lines, also those that changes wrote in their commits,
 * and drops those that are old enough. Where `hasRoom` says that the disk of the database has no room to spare, it waits.
 */
export function openAudit(store: AuditStore, { hasRoom, spendReserve, keepMs = KEEP_AUDIT_MS }: AuditWays) {
  const { clock, onLog } = store;
  const writer = createAuditWriter(store, hasRoom);
  const seal = createSealer(store);
  let isFailing = false;
  let droppedAt = clock.monotonic();
  let tending: Promise<void> | undefined;

  async function tend(): Promise<void> {
    if (!(await hasRoom())) return;
    await seal();
    if (clock.monotonic() - droppedAt < DROP_EVERY_MS) return;
    droppedAt = clock.monotonic();
    await dropOldLines(store, clock.now() - keepMs);
  }

  /** One at a time. */
  function tendNow(): Promise<void> {
    tending ??= tend()
      .then(() => {
        isFailing = false;
      })
      .catch((error: unknown) => {
        if (!isFailing) onLog(`audit: cannot be sealed (${systemErrorCode(error) ?? 'unknown fault'})`, 'fault');
        isFailing = true;
      })
      .finally(() => {
        tending = undefined;
      });
    return tending;
  }

  const timer = setInterval(tendNow, SEAL_EVERY_MS).unref();
  return {
    append: writer.append,
    /** Writes and seals what is left, unless it takes long. */
    async end(): Promise<void> {
      clearInterval(timer);
      const isOver = new AbortController();
      const limit = clock.sleep(END_LIMIT_MS, isOver.signal).catch(() => undefined);
      const last = async () => {
        await writer.flushLast(spendReserve);
        await tending;
        await tendNow();
      };
      await Promise.race([last(), limit]).finally(() => isOver.abort());
      writer.end();
    },
  };
}
