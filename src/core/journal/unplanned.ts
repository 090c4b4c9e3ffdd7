import type { Entry, Plan, Step } from './entry.ts';
import type { RequestStore, StoredRequest } from './request-store.ts';

/** A request that is kept, and that no line tells of yet. */
export interface Unplanned {
  /** As kept: it points to the photos there. */
  request: StoredRequest;
  /** Writes the intent and its first step down. */
  plan(plan: Plan, step: Step): Promise<Entry>;
  /** Must be called in the end. Erases the request where nothing was planned. */
  leave(): Promise<void>;
}

/** They go with the process too, where that ends without waiting for anything, as at a second Ctrl-C. */
export function openUnplanned(
  requests: RequestStore,
  plan: (entry: string, plan: Plan, step: Step) => Promise<Entry>,
): { keep(entry: string, request: StoredRequest): Promise<Unplanned>; close(): void } {
  const kept = new Set<string>();
  const onExit = () => {
    for (const id of kept) requests.eraseAtExit(id);
  };
  process.once('exit', onExit);
  return {
    keep: async (id, given) => {
      kept.add(id);
      const request = await requests.save(id, given).catch((error) => {
        kept.delete(id);
        throw error;
      });
      let isPlanned = false;
      return {
        request,
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
