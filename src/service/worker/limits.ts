/** What a process may use before it is ended. */
export interface Limits {
  /** All that it holds, native memory included. It is looked at ten times a second, so a burst can go past it. */
  memoryMb: number;
  /** V8's own heap: the only limit where no other process can be looked at, as on Windows. */
  heapMb: number;
  /** For one order. */
  ms: number;
}

export const GENERATING: Limits = { memoryMb: 1024, heapMb: 768, ms: 15 * 60_000 };

export const DECODING: Limits = { memoryMb: 512, heapMb: 256, ms: 20_000 };

/** The work was ended because it went past a limit. */
export class OverLimit extends Error {
  override readonly name = 'OverLimit';

  /** `most` is the limit, for people. */
  constructor(most: string) {
    super(`takes more than ${most}`);
  }
}
