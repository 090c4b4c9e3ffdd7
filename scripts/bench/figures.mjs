// Numbers, and the table they are shown in.

export const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

/** `aim` and `must` are `{atMost}` or `{atLeast}`; without either the figure stands for itself. */
export function row(what, figure, unit, { aim, must, note = '' } = {}) {
  return { what, figure, unit, aim, must, note };
}

/** An aim missed by more than this share is not done. */
const TOLERANCE = 0.3;

export function verdict({ figure, aim, must }) {
  if (figure === undefined) return 'not measured';
  if (must !== undefined && shortfall(figure, must) > 0) return 'MUST BROKEN';
  if (aim === undefined) return must === undefined ? '' : 'ok';
  const missing = shortfall(figure, aim);
  if (missing <= 0) return 'ok';
  return `missed by ${Math.round(missing * 100)} %${missing > TOLERANCE ? ': NOT DONE' : ''}`;
}

/** How far a figure is beyond its limit, as a share of the limit; 0 or less is kept. */
function shortfall(figure, { atMost, atLeast }) {
  return atMost !== undefined ? figure / atMost - 1 : 1 - figure / atLeast;
}

const limitText = (limit, unit) => {
  if (limit === undefined) return '';
  return limit.atMost !== undefined ? `≤ ${limit.atMost} ${unit}` : `≥ ${limit.atLeast} ${unit}`;
};

const rounded = (figure) => {
  if (figure === undefined) return '–';
  return Math.abs(figure) >= 100 ? figure.toFixed(0) : figure.toFixed(Math.abs(figure) >= 10 ? 1 : 2);
};

/** The table as text, one row a figure. */
export function table(rows) {
  const cells = rows.map((one) => [
    one.what,
    limitText(one.aim, one.unit),
    limitText(one.must, one.unit),
    `${rounded(one.figure)} ${one.unit}`,
    verdict(one),
    one.note,
  ]);
  const all = [['what', 'aim', 'must', 'figure', 'verdict', 'how'], ...cells];
  const widths = all[0].map((_, column) => Math.max(...all.map((line) => line[column].length)));
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
