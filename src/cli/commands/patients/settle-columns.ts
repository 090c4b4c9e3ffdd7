import { type ColumnMap, keepMap, MAPPED_FIELDS, readColumnMap, readKeptMap } from '../../../core/import/column-map.ts';
import { foldedTitle } from '../../../core/import/column-titles.ts';
import {
  areOwn,
  type Column,
  type Columns,
  chooseColumns,
  fieldName,
  recogniseColumns,
} from '../../../core/import/columns.ts';
import type { FoundTable, SettleColumns } from '../../../core/import/table-input.ts';
import { shown } from '../../../core/shown.ts';
import { ReconError } from '../../../errors.ts';
import { readInput } from '../../../system/read-input.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';
import type { Context } from '../../context.ts';

export interface ColumnFlags {
  /** A file that says which column is which field. */
  map?: string;
  /** Take the columns as they are shown. */
  yes?: boolean;
}

const MAX_MAP_BYTES = 1_000_000;

/**
 * Settles which column of a spreadsheet is which field. What a person says or confirms is kept for lists with the same
 * titles; where nobody can be asked, a doubtful reading ends the import.
 */
export async function columnSettler(flags: ColumnFlags, context: Context): Promise<SettleColumns> {
  const map = flags.map === undefined ? undefined : await readMapFile(flags.map);
  return {
    titles: new Set(map?.keys()),
    settle: async (found) => {
      for (const note of found.notes) context.streams.note(note);
      const columns = await settle(found, map, flags, context);
      if (columns.all.some(({ field }) => field !== undefined)) return columns;
      throw nothingRecognised(found);
    },
  };
}

async function settle(
  found: FoundTable,
  map: ColumnMap | undefined,
  { yes = false }: ColumnFlags,
  context: Context,
): Promise<Columns> {
  const { streams } = context;
  const folder = await context.columnsFolder();
  const keep = async (columns: Columns) => {
    await keepMap(folder, found.titles, columns);
    return columns;
  };
  const kept = map ?? (await readKeptMap(folder, found.titles));
  const columns = kept === undefined ? recogniseColumns(found.titles) : chooseColumns(found.titles, kept);
  if (map !== undefined) refuseStrangers(map, found);
  if (kept !== undefined && map === undefined) {
    streams.say('the columns are taken as confirmed before; -v shows them, --map FILE changes them');
    for (const line of columnLines(columns)) streams.detail(line);
    return columns;
  }
  if (areOwn(columns)) return columns.doubts.length === 0 ? columns : refuseUnlessYes(columns, found, yes);
  for (const line of columnLines(columns)) streams.note(line);
  if (map !== undefined) return await keep(yes ? columns : refuseDoubts(columns, found));
  if (yes) return await keep(columns);
  if (context.mayAsk()) return await keep(await askFor(columns, found, context));
  return refuseDoubts(columns, found);
}

async function readMapFile(path: string): Promise<ColumnMap> {
  const bytes = await readInput(path, { maxBytes: MAX_MAP_BYTES }).catch((error) => {
    throw new ReconError('usage', `--map ${shown(path)} ${whyNotRead(error)}`, { cause: error });
  });
  return readColumnMap(bytes?.toString('utf8') ?? '', path);
}

/** A title of the map that the list does not have is a slip. */
function refuseStrangers(map: ColumnMap, { path, titles }: FoundTable): void {
  const there = titles.map(foldedTitle);
  const strangers = [...map.keys()].filter((title) => !there.includes(title));
  if (strangers.length === 0) return;
  throw new ReconError('usage', `${shown(path)} has no column ${strangers.map(shown).join(', ')}, which --map names`, {
    details: [`its columns: ${titlesText(titles)}`],
  });
}

function refuseDoubts(columns: Columns, { path }: FoundTable): Columns {
  const { doubts } = columns;
  if (doubts.length === 0) return columns;
  throw new ReconError('usage', `it is not certain which columns of ${shown(path)} are meant, so nothing was sent`, {
    details: doubts,
    hint: 'the same command with --yes, if the columns are right as shown; else with --map FILE, which has a line for each, such as: Telefone = phone',
  });
}

function refuseUnlessYes(columns: Columns, found: FoundTable, yes: boolean): Columns {
  return yes ? columns : refuseDoubts(columns, found);
}

function nothingRecognised({ path, titles }: FoundTable): ReconError {
  return new ReconError('usage', `no column of ${shown(path)} is one of a patient`, {
    details: [`its columns: ${titlesText(titles)}`, `fields: ${MAPPED_FIELDS.map(fieldName).join(', ')}`],
    hint: '--map FILE, with a line for each column, such as: Telefone = phone',
  });
}

const titlesText = (titles: readonly string[]) =>
  titles
    .filter((title) => title !== '')
    .map(shown)
    .join(', ');

/** `column "Nome" is name`, and in one line what is left alone. */
function columnLines({ all }: Columns): string[] {
  const taken = all.filter(({ field }) => field !== undefined).map((column) => `column ${columnText(column)}`);
  const left = all.filter(({ title, field }) => field === undefined && title !== '');
  return left.length === 0 ? taken : [...taken, `left alone: ${titlesText(left.map(({ title }) => title))}`];
}

const columnText = ({ title, field, how }: Column) =>
  `${shown(title)} is ${field === undefined ? 'left alone' : fieldName(field)}${how === 'guess' ? ', perhaps' : ''}`;

/** The columns as a person has them in the end. */
async function askFor(columns: Columns, { titles }: FoundTable, context: Context): Promise<Columns> {
  const prompt = await context.prompt();
  const chosen = new Map(
    columns.all.filter(({ field }) => field !== undefined).map(({ title, field }) => [foldedTitle(title), field]),
  );
  for (let now = columns; ; now = chooseColumns(titles, chosen)) {
    const titled = now.all.filter(({ title }) => title !== '');
    const change = await prompt.choose<Column | undefined>('Are the columns right?', [
      { value: undefined, name: 'yes, import them so' },
      ...titled.map((column) => ({ value: column, name: `no: ${columnText(column)}` })),
    ]);
    if (change === undefined) return now;
    const field = await prompt.choose<string | undefined>(`What is column ${shown(change.title)}?`, [
      { value: undefined, name: 'nothing of a patient: leave it alone' },
      ...MAPPED_FIELDS.map((name) => ({ value: name, name: fieldName(name) })),
    ]);
    for (const [title, taken] of chosen) if (taken === field) chosen.set(title, undefined);
    for (const { title } of titled) if (!chosen.has(foldedTitle(title))) chosen.set(foldedTitle(title), undefined);
    chosen.set(foldedTitle(change.title), field);
  }
}
