import type { Context } from '../context.ts';
import type { LiveLine } from '../io/live-line.ts';
import { formatDuration } from '../output/duration.ts';

export interface BatchProgress {
  done: number;
  total: number;
  elapsedMs: number;
  /** The things that are counted: `archives`. */
  what: string;
  /** Further counts: `3 failed`. */
  counts: readonly string[];
}

/** Before this it is a guess, and shown as none. */
const TELLING_MS = 3_000;

/** `34 of 1000 archives · 4.2 a second · 3m 50s left · 2 failed`. */
export function batchLine({ done, total, elapsedMs, what, counts }: BatchProgress): string {
  const perSecond = elapsedMs < TELLING_MS ? 0 : done / (elapsedMs / 1000);
  const left = perSecond > 0 && done < total ? formatDuration(((total - done) / perSecond) * 1000) : undefined;
  return [
    `${done} of ${total} ${what}`,
    ...(perSecond > 0 ? [`${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second`] : []),
    ...(left === undefined ? [] : [`${left} left`]),
    ...counts,
  ].join(' · ');
}

/** How often somebody who reads a log is told. */
const PLAIN_EVERY_MS = 10_000;

/** Shows how far a batch is: redrawn on a terminal, a line now and then elsewhere. */
export function batchShow(live: LiveLine, { clock }: Context): (text: string) => void {
  let lastLineAt = clock.monotonic();
  return (text) => {
    if (clock.monotonic() - lastLineAt < PLAIN_EVERY_MS) return live.tick(text);
    lastLineAt = clock.monotonic();
    live.state(text);
  };
}
