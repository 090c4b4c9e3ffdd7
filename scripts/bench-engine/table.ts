import { KEPT_APART } from './subjects.ts';

export interface Row {
  what: string;
  unit: string;
  /** At most this. */
  must: number;
  aim: number;
  figures: { name: string; value: number }[];
  /** The row promises the opposite: at least this. */
  isFloor?: boolean;
}

const HEADS = ['what', 'must', 'aim', 'median', 'worst', 'kept apart', 'verdict'];

/** The table of what was promised; medians over the people, the worst one beside it, and those kept apart. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [HEADS, ...rows.map(cellsOf)];
  const widths = HEADS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellsOf({ what, unit, must, aim, figures, isFloor }: Row): string[] {
  const sign = isFloor === true ? '≥' : '≤';
  const limits = [`${sign} ${must} ${unit}`, `${sign} ${aim} ${unit}`];
  if (figures.length === 0) return [what, ...limits, '–', '–', '–', 'not measured'];
  const middle = median(figures.map(({ value }) => value));
  const worse = (a: number, b: number) => (isFloor === true ? a < b : a > b);
  const worst = figures.reduce((a, b) => (worse(b.value, a.value) ? b : a));
  const apart = figures.filter(({ name }) => KEPT_APART.includes(name)).map(({ value }) => value);
  const verdict = worse(middle, must) ? 'MUST BROKEN' : worse(middle, aim) ? 'must kept' : 'aim reached';
  return [
    what,
    ...limits,
    `${shown(middle)} ${unit}`,
    `${shown(worst.value)} (${worst.name})`,
    apart.length === 0 ? '–' : shown(median(apart)),
    verdict,
  ];
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
