import type { AuditBreak, ChainEnd } from '../domain/audit-lines.ts';
import type { Store } from '../domain/store.ts';
import { PORTION } from '../portions.ts';
import type { KeptEnd } from '../storage/kept-end.ts';
import { append, chainEnd, chainStart, lockStart } from './chain.ts';

/** The slot that all processes share; uploaders have other numbers. */
const SLOT = 2 ** 31 - 1;

type SealStore = Pick<Store, 'database' | 'db' | 'clock' | 'auditEnd'>;

/**
 * Returns what gives waiting lines their place in the chain and then keeps its end outside the database. Every process
 * may call it again and again, one call at a time: one of them seals, and the others find nothing to do.
 */
export function createSealer({ database, db, clock, auditEnd }: SealStore) {
  /** What is kept outside, as far as this process knows. */
  let kept: KeptEnd | undefined;
  const isKept = ({ number, hash }: ChainEnd) => kept?.number === number && kept.hash === hash;

  async function keep(end: ChainEnd): Promise<void> {
    if (isKept(end)) return;
    const { folderId } = await database.lastCommit();
    const next = { folderId, number: end.number, hash: end.hash };
    await auditEnd.keep(next);
    kept = next;
  }

  /** The chain goes on where the table ends, and a line says so if another end was kept. */
  async function compare(): Promise<void> {
    const found = await chainEnd(db);
    if (isKept(found)) return;
    kept = await auditEnd.read();
    const isFirst = kept === undefined && found.number === 0;
    // The first end is kept before there is a line. A chain that has lines and no kept end was tampered with.
    if (isFirst) return keep(found);
    if (kept !== undefined && (await isInChain(kept))) return;
    const time = new Date(clock.now()).toISOString();
    const line: AuditBreak = {
      time,
      kept: kept === undefined ? null : { number: kept.number, hash: kept.hash },
      found,
    };
    await database.transact(async (within) => {
      await lockStart(within);
      await append(within, await chainEnd(within), [JSON.stringify(line)]);
    });
  }

  async function isInChain({ folderId, number, hash }: KeptEnd): Promise<boolean> {
    if (folderId !== (await database.lastCommit()).folderId) return false;
    // What was dropped since cannot be compared any more.
    if (number <= (await chainStart(db)).number) return true;
    const row = await db.selectFrom('audit_lines').select('hash').where('number', '=', number).executeTakeFirst();
    return row?.hash === hash;
  }

  /** Returns the number of lines that were sealed. */
  const sealGroup = () =>
    database.transact(async (within) => {
      await lockStart(within);
      const waiting = await within.selectFrom('audit_inbox').selectAll().orderBy('id').limit(PORTION).execute();
      const ids = waiting.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await within.deleteFrom('audit_inbox').where('id', 'in', ids).execute();
      const lines = waiting.map(({ line }) => line);
      await append(within, await chainEnd(within), lines);
      return lines.length;
    });

  return async (): Promise<void> => {
    const waiting = await db.selectFrom('audit_inbox').select('id').limit(1).executeTakeFirst();
    if (waiting === undefined && isKept(await chainEnd(db))) return;
    const giveBack = await database.takeSlot(SLOT, 1);
    if (giveBack === undefined) return;
    try {
      await compare();
      while ((await sealGroup()) === PORTION);
      await keep(await chainEnd(db));
    } finally {
      giveBack();
    }
  };
}
