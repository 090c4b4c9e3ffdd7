/** Line breaks, and moves of the cursor up (A) and down (B). */
const MOVES = /\n|\u001b\[(\d*)([AB])/g;

/** How many lines the cursor goes down by a text that is drawn; a line that is wider than the terminal counts as one. */
export function rowsMoved(text: string): number {
  let rows = 0;
  for (const [, count, way] of text.matchAll(MOVES)) rows += (way === 'A' ? -1 : 1) * Number(count || 1);
  return rows;
}

/** A line of the terminal that was drawn on, and how wide the terminal was then. */
export interface Place {
  row: number;
  columns: number;
}

/** Erases what was drawn from a place on. Nothing where the width has changed: how many lines it fills now is unknown. */
export const eraseFrom = (then: Place, now: Place): string =>
  now.row <= then.row || now.columns !== then.columns ? '' : `\u001b[${now.row - then.row}A\r\u001b[J`;
