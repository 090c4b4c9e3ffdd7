import stringWidth from 'string-width';
import type { Context } from '../context.ts';
import { printable, printableJson } from '../output/printable.ts';

export interface Rows {
  /** Names of the columns, in lower case. */
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/**
 * A short list of our own making: aligned under its names on a terminal, values between tabs in a
 * pipe, one object per row as JSON.
 */
export async function printRows({ columns, rows }: Rows, context: Context): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  const objects = rows.map((row) => Object.fromEntries(row.map((value, at) => [columns[at], value])));
  if (format === 'json') return await streams.write(`${printableJson(JSON.stringify(objects, undefined, 2))}\n`);
  if (format === 'ndjson') {
    return await streams.write(objects.map((one) => `${printableJson(JSON.stringify(one))}\n`).join(''));
  }
  const safe = rows.map((row) => row.map(printable));
  if (format === 'csv') return await streams.write([columns, ...safe].map(csvLine).join(''));
  if (format === 'id') return await streams.write(safe.map(([first = '']) => `${first}\n`).join(''));
  if (!streams.stdoutIsTty) return await streams.write(safe.map((row) => `${row.join('\t')}\n`).join(''));
  const theme = await context.theme('stdout');
  const [head = '', ...lines] = aligned([columns.map((name) => name.toUpperCase()), ...safe]);
  await streams.write(`${[theme.bold(head), ...lines].join('\n')}\n`);
}

export interface Fact {
  /** As a person reads it. */
  name: string;
  value: string;
  /** Its name in JSON, where that is another. */
  key?: string;
  /** Its value in JSON, where that is no text. */
  exact?: unknown;
}

/** Facts, one per line, as `status` shows them; one object as JSON. */
export async function printFacts(facts: readonly Fact[], context: Context): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    const entries = facts.map(({ name, key, value, exact }) => [key ?? name.replaceAll(' ', '_'), exact ?? value]);
    return await streams.write(`${printableJson(JSON.stringify(Object.fromEntries(entries)))}\n`);
  }
  const lines = facts.map(({ name, value }) => [name, printable(value)]);
  const text = streams.stdoutIsTty ? aligned(lines) : lines.map((line) => line.join('\t'));
  await streams.write(`${text.join('\n')}\n`);
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .map((value, column) => value + ' '.repeat(widths[column]! - stringWidth(value)))
      .join('  ')
      .trimEnd(),
  );
}

function csvLine(row: readonly string[]): string {
  const cells = row.map((cell) => {
    const defused = /^[=+\-@\t\r＝＋－＠]/.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(defused) ? `"${defused.replaceAll('"', '""')}"` : defused;
  });
  return `${cells.join(',')}\r\n`;
}
