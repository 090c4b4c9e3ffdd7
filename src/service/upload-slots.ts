import type { Database } from './storage/database.ts';

export type UploadSlots = ReturnType<typeof createUploadSlots>;

/**
 * Who sends: an account, or the patients that it invited, who have slots of their own: they keep neither their clinic out
 * nor another one's patients. One number for each.
 */
export const uploaderOf = (accountId: number, who: 'account' | 'patients' = 'account'): number =>
  who === 'account' ? accountId : -accountId;

/**
 * Limits the uploads under way: `atOnce` in this process, and `perUploader` in all processes on the same database. The
 * last `forFirst` of this process are only for those who have none yet, so that a few cannot keep the others out.
 */
export function createUploadSlots(
  { takeSlot }: Pick<Database, 'takeSlot'>,
  { atOnce, perUploader, forFirst }: { atOnce: number; perUploader: number; forFirst: number },
) {
  /** Uploads of this process, by uploader. */
  const own = new Map<number, number>();
  let all = 0;

  function count(uploader: number, change: 1 | -1): void {
    all += change;
    const left = (own.get(uploader) ?? 0) + change;
    if (left > 0) own.set(uploader, left);
    else own.delete(uploader);
  }

  return {
    underWay: () => all,
    /** Returns a function that gives the slot back; undefined if all are taken. */
    async take(uploader: number): Promise<(() => void) | undefined> {
      const mine = own.get(uploader) ?? 0;
      if (mine >= perUploader || all >= (mine === 0 ? atOnce : atOnce - forFirst)) return undefined;
      count(uploader, 1);
      const giveBack = await takeSlot(uploader, perUploader);
      if (giveBack === undefined) count(uploader, -1);
      return (
        giveBack &&
        (() => {
          count(uploader, -1);
          giveBack();
        })
      );
    },
  };
}
