export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets a limited number of callers work at once; the others wait in order. */
export function createTurns(limit: number): Turns {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async (work) => {
    if (busy >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
    try {
      return await work();
    } finally {
      // The turn goes straight to the next in line, so nobody can overtake.
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next();
    }
  };
}
