/** How many may be at work at the same time. Who waits long gives its slot back, and is first in line for the next. */
export interface Slots {
  /** Works in a slot; `aside` runs a wait outside of it. */
  use<T>(work: (aside: (wait: () => Promise<void>) => Promise<void>) => Promise<T>): Promise<T>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const take = async (first: boolean) => {
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
  return {
    use: async (work) => {
      await take(false);
      try {
        return await work(async (wait) => {
          give();
          try {
            await wait();
          } finally {
            await take(true);
          }
        });
      } finally {
        give();
      }
    },
  };
}
