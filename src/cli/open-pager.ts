import type { Context } from './context.ts';
import { type PagedText, pagedText } from './io/pager.ts';

/** Through `$PAGER` where it is wanted, and the terminal can do what a pager does. */
export function openPager(isWanted: boolean, { streams, environment, mayRedraw }: Context): PagedText {
  const pager = isWanted && mayRedraw() ? environment['PAGER'] || undefined : undefined;
  return pagedText(streams, { pager, rows: streams.rows(), environment });
}
