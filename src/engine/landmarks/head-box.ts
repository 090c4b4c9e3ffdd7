import type { Mask } from '../image/plane.ts';
import { midlineOf, runAt, verticalExtent } from '../silhouette/mask-rows.ts';

/** A row narrower than this at the top is a tuft of hair, not yet the head; share of the picture's width. */
const TUFT = 0.12;

/** Where the head is in a front photo, hair included; px of the mask. */
export interface HeadBox {
  top: number;
  width: number;
  middle: number;
}

/** The head's width is its widest row in the upper part, above neck and shoulders. */
export function headBoxOf(mask: Mask): HeadBox {
  const { top } = verticalExtent(mask);
  let best = { top, width: 1, middle: midlineOf(mask) };
  for (let y = top; y < mask.heightPx; y++) {
    const run = runAt(mask, best.middle, y);
    if (run === undefined) continue;
    const width = run.to - run.from;
    // Below 0.9 head widths the row narrows to chin and neck; a row that widens after that is a shoulder.
    if (best.width > TUFT * mask.widthPx && y - top > best.width * 0.9) break;
    if (width > best.width) best = { top, width, middle: (run.from + run.to) / 2 };
  }
  return best;
}
