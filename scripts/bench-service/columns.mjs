/** What was measured, a line each, in columns beside each other: `[{heading, rows: [{what, text}]}]`. */
export function table(columns) {
  const names = [...new Set(columns.flatMap(({ rows }) => rows.map(({ what }) => what)))];
  const lines = [
    ['', ...columns.map(({ heading }) => heading)],
    ...names.map((name) => [name, ...columns.map(({ rows }) => rows.find(({ what }) => what === name)?.text ?? '–')]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const padded = (line) => line.map((text, column) => text.padEnd(widths[column])).join('  ');
  return lines.map((line) => padded(line).trimEnd()).join('\n');
}

export const figure = (number) => number.toFixed(number >= 100 ? 0 : number >= 10 ? 1 : 2);
