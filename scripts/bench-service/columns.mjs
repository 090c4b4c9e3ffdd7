/** Rows of all sizes beside each other: `{what, figure, unit, note}`, one list of them for each number of patients. */
export function table(columns) {
  const sizes = [...columns.keys()];
  const names = [...new Set([...columns.values()].flatMap((rows) => rows.map(({ what }) => what)))];
  const cell = (size, name) => {
    const found = columns.get(size).find(({ what }) => what === name);
    return found === undefined ? '–' : `${rounded(found.figure)} ${found.unit}${found.note ? ` (${found.note})` : ''}`;
  };
  const lines = [
    ['patients', ...sizes.map((size) => size.toLocaleString('en'))],
    ...names.map((name) => [name, ...sizes.map((size) => cell(size, name))]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const rounded = (figure) => figure.toFixed(figure >= 100 ? 0 : 1);
