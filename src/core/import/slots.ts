/** Limits how many work at the same time. */
export interface Slots {
  /** Waits for a free slot; `first` puts it before those that wait already. */
  take(first?: boolean): Promise<void>;
  give(): void;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    take: async (first = false) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.splice(first ? 0 : waiting.length, 0, resolve));
    },
    give: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}
