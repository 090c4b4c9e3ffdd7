/** Cells between two columns. */
export const COLUMN_GAP = 2;

/** What a column keeps where nothing else is asked of it. */
export const LEAST_WIDTH = 6;

/**
 * Widths that fill no more than `available` cells, gaps included, as far as that goes. The widest
 * column gives way first, and none below its least width; Infinity means never.
 */
export function fitColumns(
  natural: readonly number[],
  available: number,
  leastWidth: (column: number) => number = () => LEAST_WIDTH,
): number[] {
  const room = available - COLUMN_GAP * (natural.length - 1);
  // Nothing wider than the room can stay; from there on a cell at a time is quick enough.
  const widths = natural.map((width, at) => Math.min(width, Math.max(room, leastWidth(at))));
  while (sum(widths) > room) {
    const shrinkable = [...widths.keys()].filter((at) => widths[at]! > leastWidth(at));
    if (shrinkable.length === 0) break;
    const widest = shrinkable.reduce((one, other) => (widths[other]! > widths[one]! ? other : one));
    widths[widest]! -= 1;
  }
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
