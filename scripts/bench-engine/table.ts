import { KEPT_APART } from './subjects.ts';

interface Figure {
  name: string;
  value: number;
}

export interface Row {
  what: string;
  unit: string;
  /** At most this. */
  must: number;
  aim: number;
  figures: Figure[];
  /** Of people of another family, who are allowed more; see `SLACK`. */
  others?: Figure[];
  /** The row promises the opposite: at least this. */
  isFloor?: boolean;
}

/** Another family's errors, in mm and %, may be this many times the must. */
const SLACK = 1.5;

const HEADS = ['what', 'must', 'aim', 'median', 'worst', 'kept apart', 'verdict', `other family (≤ ${SLACK} × must)`];

/** The table of what was promised; medians over the people, the worst one beside it, and those kept apart. */
export function tableOf(rows: readonly Row[]): string {
  const hasOthers = rows.some(({ others }) => (others ?? []).length > 0);
  const lines = [HEADS, ...rows.map((row) => [...cellsOf(row), othersCell(row)])].map((line) =>
    hasOthers ? line : line.slice(0, -1),
  );
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
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

function othersCell({ unit, must, others = [] }: Row): string {
  if (others.length === 0) return '–';
  const middle = median(others.map(({ value }) => value));
  const worst = others.reduce((a, b) => (b.value > a.value ? b : a));
  const limit = must * (['mm', '%'].includes(unit) ? SLACK : 1);
  return `${shown(middle)} ${unit}, worst ${shown(worst.value)} (${worst.name}): ${middle > limit ? 'BROKEN' : 'kept'}`;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

const shown = (value: number) =>
  Number.isInteger(value) ? String(value) : value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
