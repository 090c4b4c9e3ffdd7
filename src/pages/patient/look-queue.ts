import { lookAt } from './ask.ts';
import type { Slot } from './slot.ts';

/** Has the photos looked at one after another: the service takes few looks of one link at a time. */
export function createLookQueue(onChange: () => void) {
  const queue: Slot[] = [];
  let isLooking = false;

  /** What was found of an earlier photo goes, and a look at it is left. */
  function drop(slot: Slot): void {
    slot.look?.abort();
    slot.look = undefined;
    slot.found = undefined;
    slot.isUnusable = false;
    const at = queue.indexOf(slot);
    if (at >= 0) queue.splice(at, 1);
  }

  async function lookAtAll(): Promise<void> {
    for (let slot = queue.shift(); slot !== undefined; slot = queue.shift()) {
      const own = slot.look!;
      const answer = await lookAt(slot.view, own.signal);
      // Late, and about another photo.
      if (slot.look !== own) continue;
      slot.look = undefined;
      slot.found = answer?.warnings ?? undefined;
      slot.isUnusable = answer?.isUnusable === true;
      onChange();
    }
    isLooking = false;
  }

  return {
    drop,
    /** @param turn `next` for a photo that the patient has just taken */
    add(slot: Slot, turn: 'next' | 'last'): void {
      drop(slot);
      slot.look = new AbortController();
      if (turn === 'next') queue.unshift(slot);
      else queue.push(slot);
      onChange();
      if (isLooking) return;
      isLooking = true;
      void lookAtAll();
    },
  };
}
