/** Cells between two columns. */
export const COLUMN_GAP = 2;

/** The least width of a column, unless it asks for another. */
export const LEAST_WIDTH = 6;

/**
 * Widths that fill no more than `available` cells, gaps included, as far as that goes. The widest
 * column gives way first, and none below its least width while others can; Infinity means never.
 */
export function fitColumns(
  natural: readonly number[],
  available: number,
  leastWidth: (column: number) => number = () => LEAST_WIDTH,
): number[] {
  const room = available - COLUMN_GAP * (natural.length - 1);
  // Nothing wider than the room can stay; from there on a cell at a time is quick enough.
  const widths = natural.map((width, at) => Math.min(width, Math.max(room, leastWidth(at))));
  shrink(widths, room, leastWidth);
  // On a very narrow terminal a cut cell reads better than a row over two lines.
  shrink(widths, room, (at) => (leastWidth(at) === Infinity ? Infinity : LEAST_WIDTH));
  return widths;
}

function shrink(widths: number[], room: number, leastWidth: (column: number) => number): void {
  while (sum(widths) > room) {
    const shrinkable = [...widths.keys()].filter((at) => widths[at]! > leastWidth(at));
    if (shrinkable.length === 0) return;
    const widest = shrinkable.reduce((one, other) => (widths[other]! > widths[one]! ? other : one));
    widths[widest]! -= 1;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
