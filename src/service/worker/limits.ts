/** What a process may use before it is ended. */
export interface Limits {
  /** All that it holds, native memory included. It is looked at ten times a second, so a burst can go past it. */
  memoryMb: number;
  /** V8's own heap: the only limit on memory where another process cannot be looked at, as on Windows. */
  heapMb: number;
  /** For one order. */
  ms: number;
}

/**
 * Measured in a kept process, four generations of each kind: a trunk by provider 4 holds up to 342 MB, a face by 5 377,
 * a body by 7 420. Photos that are all as large as they may be, progressive or interlaced: 595 MB. The longest
 * generation of the provider table takes far less than the time; one that goes on hangs.
 */
export const GENERATING: Limits = { memoryMb: 1024, heapMb: 768, ms: 15 * 60_000 };

/**
 * Measured: an ordinary photo holds up to 90 MB; the largest that are not refused by their head, an interlaced PNG of 80
 * megapixels and 24 MB, 355 MB and 2 s, and 430 MB in a kept process.
 */
export const DECODING: Limits = { memoryMb: 512, heapMb: 256, ms: 20_000 };

/**
 * Measured in a kept process: the photos of each type hold up to 241 MB, and a look takes 0.3 to 2.6 s; an interlaced PNG
 * beside a progressive JPEG, of 80 megapixels each, 510 MB and 2.3 s. All photos of a set together hold up to 248 MB, and
 * take as long as their looks and a fit of a second or two; the time is that of a busy machine.
 */
export const LOOKING: Limits = { memoryMb: 768, heapMb: 384, ms: 60_000 };

/** The flags of a process for V8. */
export const heapFlags = ({ heapMb }: Limits) => [`--max-old-space-size=${heapMb}`];

/** The work was ended because it went past a limit. */
export class OverLimit extends Error {
  override readonly name = 'OverLimit';

  /** `most` is the limit, for people. */
  constructor(most: string) {
    super(`takes more than ${most}`);
  }
}
