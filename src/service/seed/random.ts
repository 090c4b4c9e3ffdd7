export type Random = ReturnType<typeof createRandom>;

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** From 0 up to, not including, `below`. */
  const integer = (below: number) => Math.floor(next() * below);
  return {
    integer,
    /** From `low` to `high` in steps of `step`, as a decimal number. */
    number: (low: number, high: number, step: number) =>
      Number((low + step * integer(Math.round((high - low) / step) + 1)).toFixed(3)),
    /** One of a list that is not empty. */
    pick: <T>(choices: readonly T[]): T => choices[integer(choices.length)]!,
  };
}
