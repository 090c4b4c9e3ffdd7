/** Cells between two columns. */
export const COLUMN_GAP = 2;

const LEAST_WIDTH = 6;

/**
 * Widths that fill no more than `available` cells, gaps included. The widest column gives way
 * first; one that may not shrink keeps its width, and so does one that is narrow already.
 */
export function fitColumns(
  natural: readonly number[],
  available: number,
  mayShrink: (column: number) => boolean = () => true,
): number[] {
  const widths = [...natural];
  let excess = sum(widths) + COLUMN_GAP * (widths.length - 1) - available;
  while (excess > 0) {
    const shrinkable = [...widths.keys()].filter((at) => mayShrink(at) && widths[at]! > LEAST_WIDTH);
    if (shrinkable.length === 0) break;
    const widest = Math.max(...shrinkable.map((at) => widths[at]!));
    const next = Math.max(LEAST_WIDTH, ...shrinkable.map((at) => widths[at]!).filter((width) => width < widest));
    const row = shrinkable.filter((at) => widths[at] === widest);
    // All the widest together, down to the next one or as far as needed.
    const step = Math.max(1, Math.min(widest - next, Math.ceil(excess / row.length)));
    for (const at of row) {
      const taken = Math.min(step, excess);
      widths[at] = widest - taken;
      excess -= taken;
      if (excess <= 0) break;
    }
  }
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
