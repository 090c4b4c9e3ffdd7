import type { AuditCheckpoint } from '../domain/audit-lines.ts';
import type { Store } from '../domain/store.ts';
import { append, chainEnd, lockStart } from './chain.ts';

/** How long lines are kept unless another time is given: the six years for which HIPAA asks. */
export const KEEP_AUDIT_MS = (6 * 365 + 2) * 86_400_000;

/** Lines in one transaction. */
const BATCH_ROWS = 5000;

/**
 * Drops the lines at the start of the chain that were written before `before` (ms since the epoch). A sealed line says up
 * to where, so that the rest can still be verified.
 */
export async function dropOldLines(store: Pick<Store, 'database' | 'clock'>, before: number): Promise<void> {
  for (let dropped = BATCH_ROWS; dropped === BATCH_ROWS; ) dropped = await dropSome(store, before);
}

const dropSome = ({ database, clock }: Pick<Store, 'database' | 'clock'>, before: number): Promise<number> =>
  database.transact(async (db) => {
    const start = await lockStart(db);
    const oldest = await db
      .selectFrom('audit_lines')
      .select(['number', 'hash', 'written_at'])
      .orderBy('number')
      .limit(BATCH_ROWS)
      .execute();
    const firstYoung = oldest.findIndex(({ written_at }) => written_at >= before);
    const old = firstYoung < 0 ? oldest : oldest.slice(0, firstYoung);
    const last = old.at(-1);
    if (last === undefined) return 0;
    const dropped = { number: last.number, hash: last.hash };
    const line: AuditCheckpoint = { time: new Date(clock.now()).toISOString(), dropped };
    await append(db, await chainEnd(db), [JSON.stringify(line)]);
    await db.deleteFrom('audit_lines').where('number', '<=', dropped.number).execute();
    await db.updateTable('audit_start').set(dropped).where('number', '=', start.number).execute();
    return old.length;
  });
