import { ReconError } from '../../errors.ts';
import { byteSizeText } from '../../system/byte-size.ts';
import { localTime, zoneName } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import { roughTextWidth } from '../io/text-width.ts';
import { printable, printableJson } from '../output/printable.ts';
import { refuseTerminal } from '../output/refuse-terminal.ts';
import { titleKey } from '../output/title-key.ts';
import { brokenLines } from '../output/wrapped.ts';

export interface Listing {
  /** The key that holds the records in JSON, as `patients` does in the interface. */
  name: string;
  /** Keys of the records, in the order they are shown. */
  columns: readonly string[];
  /** A list is told by its length where it is no JSON. */
  records: readonly Readonly<Record<string, string | number | null | readonly (object | number)[]>>[];
  /** Columns of ISO times; a table shows them in the time of this place. */
  times?: readonly string[];
  /** Columns of bytes; a table shows them in the unit that fits. */
  sizes?: readonly string[];
  /** Columns that count what belongs to others too, and the keys of what is the record's own; a table shows that beside. */
  own?: Readonly<Record<string, string>>;
  /** Keys that are no columns of their own, unless they are asked for by name. */
  further?: readonly string[];
  /** What a table shows of a record in the place of a column's value, where there is something to tell. */
  shown?: Readonly<Record<string, (record: Listing['records'][number]) => string | undefined>>;
  /** The heads of columns in a workbook, which a person reads, where they are others. */
  heads?: Readonly<Record<string, string>>;
  /** Columns that a terminal does without, the first one first, rather than break words. */
  spare?: readonly string[];
}

/** A short list of our own making: a table on a terminal or where one is asked for, values between tabs in a pipe. */
export async function printList(listing: Listing, context: Context): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  const {
    name,
    columns,
    records,
    times = [],
    sizes = [],
    own = {},
    heads = {},
    spare = [],
  } = format === 'id' ? listing : withFields(listing, context.globals().fields);
  if (format === 'json') return await context.writeJson(jsonLine({ [name]: records }));
  if (format === 'ndjson') return await streams.write(records.map(jsonLine).join(''));
  if (format === 'xlsx') return await writeWorkbook({ columns, records, times, heads }, context);
  // What a program reads has plain numbers and times, also on a terminal.
  const width = format === 'csv' || format === 'id' ? undefined : await context.tableWidth();
  const cell = (record: Listing['records'][number], column: string, at: number): string => {
    const told = width === undefined ? undefined : listing.shown?.[column]?.(listing.records[at]!);
    if (told !== undefined) return told;
    const text = listText(record[column] ?? null);
    const part = record[own[column] ?? ''];
    if (width === undefined || part === undefined || listText(part) === text) return cellOf(text, column);
    return `${cellOf(text, column)} (${cellOf(listText(part), column)} own)`.replaceAll(' ', KEPT_BLANK);
  };
  const cellOf = (text: string, column: string) => {
    if (width !== undefined && sizes.includes(column) && text !== '')
      return byteSizeText(Number(text)).replace(' ', KEPT_BLANK);
    return width !== undefined && times.includes(column) ? localTime(text).replace(' ', KEPT_BLANK) : text;
  };
  const rows = records.map((record, at) => columns.map((column) => cell(record, column, at)));
  if (format === 'csv') {
    const { csvRow } = await import('../output/csv.ts');
    return await streams.write([columns, ...rows].map(csvRow).join(''));
  }
  const safe = rows.map((row) => row.map(printable));
  if (format === 'id') return await streams.write(safe.map(([first = '']) => `${first}\n`).join(''));
  if (width === undefined) return await streams.write(safe.map((row) => `${row.join('\t')}\n`).join(''));
  const [{ createTable }, { columnsForWords, wrapRows }, { bold }] = await Promise.all([
    import('../io/table.ts'),
    import('../output/wrap-rows.ts'),
    context.theme('stdout'),
  ]);
  const filled = filledColumns(columns, safe, context);
  const kept = await columnsForWords(
    filled.map((at) => columns[at]!.toUpperCase()),
    safe.map((row) => filled.map((at) => row[at]!)),
    { width, spare: isChosen(context) ? [] : spare.map((name) => filled.indexOf(columns.indexOf(name))) },
  );
  const shown = kept.map((nth) => filled[nth]!);
  const titles = shown.map((at) => columns[at]!.toUpperCase());
  const cells = safe.map((row) => shown.map((at) => row[at]!));
  const table = createTable(
    titles.map((title) => ({ title, leastWidth: Infinity })),
    width,
    bold,
  );
  const lines = (await wrapRows(titles, cells, width)).map((row) =>
    row.map((cell) => cell.replaceAll(KEPT_BLANK, ' ')),
  );
  await streams.write(await table.draw(lines));
  const hasTimes = shown.some((at) => times.includes(columns[at]!) && safe.some((row) => row[at] !== ''));
  if (hasTimes && streams.stdoutIsTty()) streams.say(`times are those of this machine (${zoneName()})`);
  const left = filled.filter((at) => !shown.includes(at)).map((at) => columns[at]!);
  if (left.length === 0) return;
  streams.say(leftOutText(left));
}

/** Of columns that a narrow window does not show. */
export const leftOutText = (columns: readonly string[]): string =>
  `left out here for want of room: ${columns.join(', ')}; a wider window or --fields shows them`;

/** A blank at which no cell is broken. */
export const KEPT_BLANK = '\u00a0';

/** Columns that were asked for by name are all shown. */
const isChosen = (context: Context) => context.globals().fields !== undefined;

/** Which columns a person sees: on a terminal none that is empty in every row, unless it was asked for by name. */
function filledColumns(columns: readonly string[], rows: readonly (readonly string[])[], context: Context): number[] {
  const all = [...columns.keys()];
  const isAll = !context.streams.stdoutIsTty() || isChosen(context) || rows.length === 0;
  return isAll ? all : all.filter((at) => rows.some((row) => row[at] !== ''));
}

async function writeWorkbook(
  { columns, records, times, heads }: Pick<Required<Listing>, 'columns' | 'records' | 'times' | 'heads'>,
  context: Context,
): Promise<void> {
  refuseTerminal(context);
  const [{ workbookOf }, { aboutList }] = await Promise.all([
    import('../output/workbook.ts'),
    import('../output/about-sheet.ts'),
  ]);
  // Beside numbers a text stays a text.
  const isNumber = (column: string) => records.some((record) => typeof record[column] === 'number');
  const kindOf = (column: string) => (times.includes(column) ? 'time' : isNumber(column) ? 'number' : 'text');
  const rows = records.map((record) => columns.map((column) => listText(record[column] ?? null)));
  await context.streams.write(
    await workbookOf(
      columns.map((name) => ({ name: heads[name] ?? name, kind: kindOf(name) })),
      rows,
      aboutList({}, context),
    ),
  );
}

/** The named columns alone. @throws ReconError `usage` for a name that is no column */
function withFields(
  { columns, own = {}, further = [], records, ...listing }: Listing,
  typed: readonly string[] | undefined,
): Listing {
  const known = [...columns, ...Object.values(own), ...further];
  const fields = typed?.map((field) => known.find((one) => titleKey(one) === titleKey(field)) ?? field);
  const unknown = (fields ?? []).filter((field) => !known.includes(field));
  if (unknown.length > 0) {
    const names = unknown.map((field) => JSON.stringify(field)).join(', ');
    throw new ReconError('usage', `--fields: there is no ${names} in this list`, {
      details: [`fields: ${known.join(', ')}`],
    });
  }
  const pick = (record: Listing['records'][number]) =>
    Object.fromEntries((fields ?? known).map((field) => [field, record[field] ?? null]));
  return { ...listing, own, columns: fields ?? columns, records: records.map(pick) };
}

const listText = (value: Listing['records'][number][string]) =>
  String((Array.isArray(value) ? value.length : value) ?? '');

const jsonLine = (value: unknown) => `${printableJson(JSON.stringify(value))}\n`;

export interface Fact {
  /** As it is read in a pipe. */
  name: string;
  /** As a person reads it, where that is another. */
  title?: string;
  value: string;
  /** Its name in JSON, where that is another. */
  key?: string;
  /** Its value in JSON, where that is no text. */
  exact?: unknown;
}

/** Facts that nobody needs who asked for quiet: not with `-q`, unless a format was asked for. */
export async function printUnlessQuiet(facts: readonly Fact[], context: Context): Promise<void> {
  const { quiet, output } = context.globals();
  if (quiet && output === undefined && (await context.outputFormat()) === 'table') return;
  await printFacts(facts, context);
}

/** A value is not squeezed into fewer cells. */
const LEAST_ROOM = 20;

/** Facts, one per line, as `status` shows them; one object as JSON. */
export async function printFacts(facts: readonly Fact[], context: Context): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    const entries = facts.map(({ name, key, value, exact }) => [
      key ?? name.replaceAll(' ', '_'),
      exact === undefined ? value : exact,
    ]);
    return await context.writeJson(jsonLine(Object.fromEntries(entries)));
  }
  const isTable = (await context.tableWidth()) !== undefined;
  const nameOf = ({ name, title = name }: Fact) => (streams.stdoutIsTty() ? title : name);
  const width = Math.max(...facts.map((fact) => nameOf(fact).length)) + 2;
  const start = (name: string) => (isTable ? name.padEnd(width) : `${name}\t`);
  const room = streams.stdoutIsTty() ? Math.max(streams.columns() - width, LEAST_ROOM) : Infinity;
  const lines = (fact: Fact) => {
    const [first = '', ...more] = brokenLines(printable(fact.value), room, roughTextWidth);
    return [start(nameOf(fact)) + first, ...more.map((line) => ' '.repeat(width) + line)];
  };
  await streams.write(facts.flatMap(lines).join('\n').concat('\n'));
}
