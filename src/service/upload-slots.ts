import type { Database } from './storage/database.ts';

export type UploadSlots = ReturnType<typeof createUploadSlots>;

/**
 * Limits the uploads under way: `atOnce` in this process, and `perAccount` in all processes on the same database, so that
 * no account can keep the others out.
 */
export function createUploadSlots(
  { takeSlot }: Pick<Database, 'takeSlot'>,
  { atOnce, perAccount }: { atOnce: number; perAccount: number },
) {
  /** Uploads of this process, by account. */
  const own = new Map<number, number>();
  let all = 0;

  function count(accountId: number, change: 1 | -1): void {
    all += change;
    const left = (own.get(accountId) ?? 0) + change;
    if (left > 0) own.set(accountId, left);
    else own.delete(accountId);
  }

  return {
    /** Returns a function that gives the slot back; undefined if all are taken. */
    async take(accountId: number): Promise<(() => void) | undefined> {
      if (all >= atOnce || (own.get(accountId) ?? 0) >= perAccount) return undefined;
      count(accountId, 1);
      const giveBack = await takeSlot(accountId, perAccount);
      if (giveBack === undefined) count(accountId, -1);
      return (
        giveBack &&
        (() => {
          count(accountId, -1);
          giveBack();
        })
      );
    },
  };
}
