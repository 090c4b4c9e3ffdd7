/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface Random {
  /** From 0 up to, not including, `below`. */
  integer(below: number): number;
  /** From `low` to `high` in steps of `step`, as a decimal number. */
  number(low: number, high: number, step: number): number;
  /** One of a list that is not empty. */
  pick<T>(choices: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (below: number) => Math.floor(next() * below);
  return {
    integer,
    number: (low, high, step) => Number((low + step * integer(Math.round((high - low) / step) + 1)).toFixed(3)),
    pick: (choices) => choices[integer(choices.length)]!,
  };
}
