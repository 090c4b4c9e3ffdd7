/** An account gets room once somebody deletes patients or raises its limit. */
const ROOM_AGAIN_MS = 5 * 60_000;

/**
 * The folders that a full account had no room for, by their labels. One of them is tried after a pause, in turn: each
 * try sends all its photos. As soon as somebody has got room, all others are tried.
 */
export function createRoomTurns(lookAgain: (label: string, afterMs: number) => void) {
  const waiting = new Set<string>();
  /** The one that is tried next. */
  let next: string | undefined;
  const pass = () => {
    [next] = waiting;
    if (next !== undefined) lookAgain(next, ROOM_AGAIN_MS);
  };
  return {
    /** It had no room. */
    add: (label: string): void => {
      // To the end of the row.
      waiting.delete(label);
      waiting.add(label);
      if (next === undefined || next === label) pass();
    },
    /** Something else became of it. `isMade`: there was room. */
    end: (label: string, { isMade }: { isMade: boolean }): void => {
      waiting.delete(label);
      if (isMade) {
        for (const other of waiting) lookAgain(other, 0);
        waiting.clear();
        next = undefined;
      } else if (next === label) pass();
    },
  };
}
