/** Limits how many work at the same time. */
export interface Slots {
  /** Waits for a free slot; `first` puts it before those that wait already. */
  take(first?: boolean): Promise<void>;
  give(): void;
  /** From now on half as many, and at least one. */
  halve(): void;
  /** One more, up to as many as at first. */
  grow(): void;
}

export function createSlots(count: number): Slots {
  let free = count;
  let allowed = count;
  const waiting: (() => void)[] = [];
  const serve = () => {
    while (free > 0 && waiting.length > 0) {
      free -= 1;
      waiting.shift()!();
    }
  };
  return {
    take: async (first = false) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.splice(first ? 0 : waiting.length, 0, resolve));
    },
    // What is taken stays taken where there are fewer: `free` is below 0 until it is given back.
    give: () => {
      free += 1;
      serve();
    },
    halve: () => {
      const fewer = Math.max(1, Math.floor(allowed / 2));
      free -= allowed - fewer;
      allowed = fewer;
    },
    grow: () => {
      if (allowed === count) return;
      allowed += 1;
      free += 1;
      serve();
    },
  };
}
