/** Rows or ids in one statement: it takes a few ms, for which no request is answered. */
export const PORTION = 500;

export function* inPortions<T>(all: readonly T[]): Generator<T[]> {
  for (let start = 0; start < all.length; start += PORTION) yield all.slice(start, start + PORTION);
}
