/**
 * Most codes are no longer than this; they are found by one look. Looks of 12 bits that take several codes and values at
 * once saved 0.05 ms a photo of 600×800, which is what making their tables took.
 */
const LOOK_BITS = 10;
const LONGEST_CODE = 16;

/** Low bits of a step: the bits of a code and of the value after it. The rest: what the code counts for. */
const STEP_SHIFT = 6;

/**
 * A table of codes of a JPEG, made for passing over values instead of reading them: one look at the bits gives how many
 * bits to go on by, and how far in the block.
 */
export interface HuffmanTable {
  /** Steps by the next `LOOK_BITS` bits; 0 where the code is longer, or none. */
  short: Uint16Array;
  /** By the length of a code: one more than the last code of this length, 0 if there is none. */
  ends: Int32Array;
  /** By the length of a code: what to add to a code to get its place in `steps`. */
  places: Int32Array;
  steps: Uint16Array;
}

/** Bits to go on by. */
export const bitsOf = (step: number): number => step & ((1 << STEP_SHIFT) - 1);
/** What was given for the symbol. */
export const countOf = (step: number): number => step >> STEP_SHIFT;

/**
 * @param meaning of a symbol: the size in bits of the value that follows, and a number to return for it; undefined if no
 *   plain JPEG has such a symbol
 * @returns undefined if the table is none, or holds such a symbol
 */
export function huffmanTable(
  counts: Uint8Array,
  symbols: Uint8Array,
  meaning: (symbol: number) => { sizeBits: number; count: number } | undefined,
): HuffmanTable | undefined {
  const short = new Uint16Array(1 << LOOK_BITS);
  const ends = new Int32Array(LONGEST_CODE + 1);
  const places = new Int32Array(LONGEST_CODE + 1);
  const steps = new Uint16Array(symbols.length);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= LONGEST_CODE; length++, code <<= 1) {
    places[length] = place - code;
    for (let left = counts[length - 1]!; left > 0; left--, code++, place++) {
      const known = meaning(symbols[place]!);
      // The code of ones alone is kept free, so a table that uses it is none.
      if (known === undefined || code >= (1 << length) - 1) return undefined;
      steps[place] = (length + known.sizeBits) | (known.count << STEP_SHIFT);
      if (length > LOOK_BITS) continue;
      const first = code << (LOOK_BITS - length);
      short.fill(steps[place]!, first, first + (1 << (LOOK_BITS - length)));
    }
    if (counts[length - 1] !== 0) ends[length] = code;
  }
  return { short, ends, places, steps };
}

/** The step of the code that the 32 bits `window` begin with, of which the first 25 count; 0 if none does. */
export function stepAt({ short, ends, places, steps }: HuffmanTable, window: number): number {
  const step = short[window >>> (32 - LOOK_BITS)]!;
  if (step !== 0) return step;
  for (let length = LOOK_BITS + 1; length <= LONGEST_CODE; length++) {
    const code = window >>> (32 - length);
    if (code < ends[length]!) return steps[places[length]! + code]!;
  }
  return 0;
}
