/** More slips than this make another word. */
const MOST_SLIPS = 3;
/** Of the longer word's letters, how many must be the same. */
const LEAST_ALIKE = 0.4;

/** Those among `words` that are typed most like `typed`, each with the same number of slips; none where all are far. */
export function nearest(typed: string, words: readonly string[]): string[] {
  let best = MOST_SLIPS;
  let found: string[] = [];
  for (const word of new Set(words)) {
    const count = slips(typed, word);
    const longer = Math.max(typed.length, word.length);
    if (count > best || (longer - count) / longer <= LEAST_ALIKE) continue;
    if (count < best) found = [];
    best = count;
    found.push(word);
  }
  return found;
}

/** Whether one may be a slip of the other: a third of the letters at most, and no other word. */
export const isSlip = (one: string, other: string): boolean =>
  slips(one, other) <= Math.min(MOST_SLIPS, Math.max(1, Math.floor(Math.max(one.length, other.length) / 3)));

/** Letters that are wrong, missing, too many, or in the other order; a first guess is enough where that is too many. */
export function slips(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > MOST_SLIPS) return MOST_SLIPS + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? beforeLast[j - 2]! + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1), swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[other.length]!;
}
