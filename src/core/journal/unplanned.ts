import type { Deed, Entry, Plan, Step } from './entry.ts';
import type { LineVersion } from './line.ts';
import type { RequestStore } from './request-store.ts';
import { type ChangeOf, lineVersionOf } from './stored-change.ts';

/**
 * Requests that are kept before a line tells of them. They are erased with the process too, if it ends without waiting
 * for anything, as at a second Ctrl-C.
 */
export function openUnplanned(
  requests: RequestStore,
  writePlan: (entry: string, plan: Plan, step: Step, version: LineVersion) => Promise<Entry>,
) {
  const kept = new Set<string>();
  const onExit = () => {
    for (const id of kept) requests.eraseAtExit(id);
  };
  process.once('exit', onExit);
  return {
    keep: async <D extends Deed>(id: string, given: ChangeOf<D>) => {
      kept.add(id);
      const change = await requests.save(id, given).catch((error) => {
        kept.delete(id);
        throw error;
      });
      let isPlanned = false;
      return {
        /** As kept: it points to the photos there. */
        change,
        /** Writes the intent and its first step down. */
        plan: async (plan: Plan, step: Step): Promise<Entry> => {
          // From here on its line may be on the disk.
          kept.delete(id);
          const entry = await writePlan(id, plan, step, lineVersionOf(given));
          isPlanned = true;
          return entry;
        },
        /** Must be called in the end. Erases the request if nothing was planned. */
        leave: async (): Promise<void> => {
          kept.delete(id);
          if (!isPlanned) await requests.erase(id).catch(() => {});
        },
      };
    },
    close: () => void process.off('exit', onExit),
  };
}
