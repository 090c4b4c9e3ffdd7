/** Random numbers that are the same in every run. */
export interface Random {
  /** A number from `low` to `high`, all equally likely. */
  between(low: number, high: number): number;
  /** Normal, cut at two standard deviations. */
  about(mean: number, spread: number): number;
  /** From N(0, 1), uncut. */
  normal(): number;
  oneOf<T>(choices: readonly T[]): T;
}

export function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    normal,
    between: (low, high) => low + (high - low) * next(),
    about: (mean, spread) => mean + spread * Math.min(2, Math.max(-2, normal())),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)]!,
  };
}
