/**
 * Limits how many work at the same time. A worker that waits long gives its slot back, and gets the next free one
 * first.
 */
export interface Slots {
  take(): Promise<Slot>;
  /** Runs the work in a slot. */
  use<T>(work: (aside: Aside) => Promise<T>): Promise<T>;
}

export interface Slot {
  aside: Aside;
  /** Must be called once. */
  give(): void;
}

/** Runs a wait outside of the slot. */
export type Aside = (wait: () => Promise<void>) => Promise<void>;

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const enter = async (first: boolean) => {
    if (free > 0) {
      free -= 1;
      return;
    }
    await new Promise<void>((resolve) => {
      if (first) waiting.unshift(resolve);
      else waiting.push(resolve);
    });
  };
  const give = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const aside: Aside = async (wait) => {
    give();
    try {
      await wait();
    } finally {
      await enter(true);
    }
  };
  return {
    take: async () => {
      await enter(false);
      return { aside, give };
    },
    use: async (work) => {
      await enter(false);
      try {
        return await work(aside);
      } finally {
        give();
      }
    },
  };
}
