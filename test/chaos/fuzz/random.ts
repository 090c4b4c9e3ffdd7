import { seededRandom } from '../scale.ts';

export type Random = ReturnType<typeof createRandom>;

export function createRandom(name: string) {
  const next = seededRandom(name);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!;
  return {
    below,
    pick,
    chance: (share: number) => next() < share,
    /** One of them, the earlier ones so many times as often as told. */
    weighted: <T>(...all: readonly (readonly [weight: number, value: T])[]): T => {
      let left = next() * all.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of all) {
        left -= weight;
        if (left < 0) return value;
      }
      return all.at(-1)![1];
    },
    some: <T>(all: readonly T[], share: number): T[] => all.filter(() => next() < share),
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
