import type { Deed, Entry, Plan, Step } from './entry.ts';
import type { RequestStore } from './request-store.ts';
import type { ChangeOf } from './stored-change.ts';

/** A change that is kept, and that no line tells of yet. */
export interface Unplanned<D extends Deed> {
  /** As kept: it points to the photos there. */
  change: ChangeOf<D>;
  /** Writes the intent and its first step down. */
  plan(plan: Plan, step: Step): Promise<Entry>;
  /** Must be called in the end. Erases the request where nothing was planned. */
  leave(): Promise<void>;
}

/** They go with the process too, where that ends without waiting for anything, as at a second Ctrl-C. */
export function openUnplanned(
  requests: RequestStore,
  plan: (entry: string, plan: Plan, step: Step) => Promise<Entry>,
): { keep<D extends Deed>(entry: string, change: ChangeOf<D>): Promise<Unplanned<D>>; close(): void } {
  const kept = new Set<string>();
  const onExit = () => {
    for (const id of kept) requests.eraseAtExit(id);
  };
  process.once('exit', onExit);
  return {
    keep: async (id, given) => {
      kept.add(id);
      const change = await requests.save(id, given).catch((error) => {
        kept.delete(id);
        throw error;
      });
      let isPlanned = false;
      return {
        change,
        plan: async (what, step) => {
          // From here on its line may be on the disk.
          kept.delete(id);
          const entry = await plan(id, what, step);
          isPlanned = true;
          return entry;
        },
        leave: async () => {
          kept.delete(id);
          if (!isPlanned) await requests.erase(id).catch(() => {});
        },
      };
    },
    close: () => void process.off('exit', onExit),
  };
}
