/** Cells between two columns. */
export const COLUMN_GAP = 2;

/** The least width of a column, unless it asks for another. */
export const LEAST_WIDTH = 6;

export interface FittedColumn {
  /** Cells it keeps while others can give way; Infinity for what must be whole. */
  leastWidth: number;
  /** Cells it keeps in any case, because they decide. */
  decidingWidth?: number;
  /** Cells it has before a column that `isExtra` comes, and while others can give way. */
  wishedWidth?: number;
  /** Its least width has what a person reads first: others keep only what decides before that is cut. */
  isTold?: boolean;
  /** It gives way where no other column can any more, in the end also of what it keeps. */
  isCutLast?: boolean;
  /** False for a column that goes where there is no room for its least width. */
  isNeeded?: boolean;
  /** True for a column that comes only where the others have their wished widths. Such columns are the last ones. */
  isExtra?: boolean;
}

/**
 * Widths that fill no more than `available` cells, gaps included, as far as that goes. The widest
 * column gives way first, and none below its least width while others can; Infinity means never.
 */
export function fitColumns(
  natural: readonly number[],
  available: number,
  columns: readonly FittedColumn[] = natural.map(() => ({ leastWidth: LEAST_WIDTH })),
): number[] {
  const room = available - COLUMN_GAP * (natural.length - 1);
  const least = (at: number) => columns[at]!.leastWidth;
  const wished = (at: number) => Math.max(least(at), columns[at]!.wishedWidth ?? 0);
  // Nothing wider than the room can stay; from there on a cell at a time is quick enough.
  const widths = natural.map((width, at) => Math.min(width, Math.max(room, least(at))));
  shrink(widths, room, wished);
  shrink(widths, room, (at) => (columns[at]!.isCutLast ? Infinity : least(at)));
  shrink(widths, room, least);
  // On a very narrow terminal a cut cell reads better than a row over two lines.
  const deciding = (at: number) => Math.max(LEAST_WIDTH, columns[at]!.decidingWidth ?? 0);
  shrink(widths, room, (at) => (columns[at]!.isTold || least(at) === Infinity ? least(at) : deciding(at)));
  shrink(widths, room, (at) => (least(at) === Infinity ? Infinity : deciding(at)));
  shrink(widths, room, (at) => (columns[at]!.isCutLast ? LEAST_WIDTH : Infinity));
  return widths;
}

/** Which columns stay: while their least or wished widths have no room, the last one that is not needed goes. */
export function columnsWithRoom(
  natural: readonly number[],
  available: number,
  columns: readonly FittedColumn[],
): number[] {
  const kept = [...columns.keys()];
  const taken = () => {
    const hasExtra = kept.some((at) => columns[at]!.isExtra);
    const widthOf = ({ leastWidth, wishedWidth = 0 }: FittedColumn) =>
      hasExtra ? Math.max(leastWidth, wishedWidth) : leastWidth;
    return sum(kept.map((at) => Math.min(natural[at]!, widthOf(columns[at]!)))) + COLUMN_GAP * (kept.length - 1);
  };
  for (let nth = kept.length - 1; nth >= 0 && taken() > available; nth -= 1) {
    if (columns[kept[nth]!]!.isNeeded === false) kept.splice(nth, 1);
  }
  return kept;
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
