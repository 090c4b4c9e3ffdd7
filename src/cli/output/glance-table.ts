import { folded } from '../../core/folded.ts';
import { type Cell, createTable, type TableColumn, type TerminalTable } from '../io/table.ts';
import { loadTextWidth } from '../io/text-width.ts';
import type { Theme } from '../io/theme.ts';
import { fieldOf, fieldText } from './field-text.ts';
import {
  GLANCE_COLUMNS,
  type Glance,
  type GlanceCell,
  type GlanceColumn,
  inLooks,
  LINK_COLUMN,
  recordChangedCell,
  stateCell,
} from './glance-columns.ts';
import { checkFields, patientColumns } from './patient-columns.ts';
import { printable } from './printable.ts';

export interface GlancePaper {
  /** Cells of the terminal. */
  width: number;
  theme: Theme;
  /** Columns that were asked for by name. */
  fields: readonly string[] | undefined;
  /** The field that the list is sorted by, as the interface names it. */
  sortedBy?: string | undefined;
  /** Told where no column that tells namesakes apart has room. */
  onUntold?(): void;
  /** Told the titles of columns that have no room. */
  onLeftOut?(titles: readonly string[]): void;
}

/** Patients as the rows of a table, some at a time. The first ones settle which columns there are, and how wide. */
export function glanceTable({ width, theme, fields, sortedBy, onUntold, onLeftOut }: GlancePaper) {
  let columns: readonly GlanceColumn[] | undefined;
  let table: TerminalTable | undefined;
  return async (patients: readonly unknown[], glance: Glance): Promise<string> => {
    if (patients.length === 0) return '';
    if (columns === undefined) checkFields(fields, patients);
    columns ??=
      fields === undefined ? filledColumns(patients, glance, { width, sortedBy }) : namedColumns(fields, width);
    const rows = patients.map((patient) => columns!.map((column) => column.cell(patient, glance)));
    table ??= createTable(await fittedColumns(columns, rows, width), width, theme.bold);
    const text = await table.draw(rows.map((row) => row.map((cell) => drawnCell(cell, theme))));
    const isTold = fields !== undefined || table.titles().some((title) => TELLING.includes(title));
    const leftOut = columns.map(({ title }) => title).filter((title) => !table!.titles().includes(title));
    if (leftOut.length > 0) onLeftOut?.(leftOut);
    if (!isTold && tellingColumn(patients, glance) !== undefined) onUntold?.();
    return text;
  };
}

export const drawnCell = (cell: GlanceCell, theme: Theme): Cell => ({
  ...{ text: cell.text || '–', shorter: cell.shorter },
  style: (shown) => inLooks(shown, cell, theme),
});

/** Without those that are empty in every row. What tells namesakes apart stays, and what the list is sorted by. */
function filledColumns(
  patients: readonly unknown[],
  glance: Glance,
  { width, sortedBy }: Pick<GlancePaper, 'width' | 'sortedBy'>,
): GlanceColumn[] {
  const telling = width < ROOM_TO_TELL ? undefined : tellingColumn(patients, glance);
  const isUsual = sortedBy === undefined || GLANCE_COLUMNS.some(({ key }) => key === sortedBy);
  const sorted = isUsual ? GLANCE_COLUMNS : withColumn(namedColumns([sortedBy], width));
  const columns = patients.some((one) => fieldOf(one, LINK_COLUMN.key!) != null) ? toCall(sorted) : sorted;
  return columns.flatMap((column) => {
    if (column.title === telling || (column.key !== undefined && column.key === sortedBy))
      return {
        ...column,
        ...STAYS,
        ...(column.key === 'updated_at' && { cell: recordChangedCell }),
        leastWidth: column.isExtra ? TELLS : column.leastWidth,
        decidingWidth: LEAST_TELLS,
      };
    return column.isNeeded || patients.some((one) => column.cell(one, glance).text !== '') ? column : [];
  });
}

/** Who has a link and sends no photos is called: the number and the end of the link stand beside the name. */
const toCall = (columns: readonly GlanceColumn[]): GlanceColumn[] => {
  const whom = (key: string) => columns.filter((one) => one.key === key).map((one) => ({ ...one, isNeeded: true }));
  const named = ['id', 'name', 'phone'].flatMap(whom);
  const others = columns.filter(({ key }) => !named.some((one) => one.key === key));
  return [...named, LINK_COLUMN, ...others.map((one) => ({ ...one, isNeeded: false }))];
};

/** Those that come only where there is room stay the last ones. */
const withColumn = (more: readonly GlanceColumn[]): GlanceColumn[] => [
  ...GLANCE_COLUMNS.filter(({ isExtra }) => !isExtra),
  ...more,
  ...GLANCE_COLUMNS.filter(({ isExtra }) => isExtra),
];

/** In a narrower table it would cut the state. */
export const ROOM_TO_TELL = 80;
const STAYS = { isNeeded: true, isExtra: false };
/** So much of an address or a city tells most people apart. */
const TELLS = 24;
const LEAST_TELLS = 10;

/** What tells people of one name apart, the best known first. */
const TELLING = ['E-MAIL', 'CITY', 'PHONE'];

/** The title of the column that tells the most of them apart; undefined where no names are the same, or nothing helps. */
function tellingColumn(patients: readonly unknown[], glance: Glance): string | undefined {
  const names = patients.map((one) => folded(fieldText(fieldOf(one, 'name'))));
  const toldApart = (told: (patient: unknown) => string) =>
    new Set(patients.map((one, at) => `${names[at]}\n${told(one)}`)).size;
  let [best, most]: [string | undefined, number] = [undefined, new Set(names).size];
  if (most === patients.length) return undefined;
  for (const title of TELLING) {
    const { cell } = GLANCE_COLUMNS.find((column) => column.title === title)!;
    const count = toldApart((one) => cell(one, glance).text);
    if (count > most) [best, most] = [title, count];
  }
  return best;
}

/** How a model is stands in the words of the usual table. */
const namedColumns = (fields: readonly string[], width: number): GlanceColumn[] =>
  patientColumns('table', fields).map(({ name, title, leastWidth, text, shortText = text }) => ({
    ...{ title, leastWidth, isNeeded: true },
    cell: name === 'reconstructions' ? stateCell : (patient) => ({ text: printable(shortText(patient, width)) }),
  }));

/**
 * What a row keeps for an id and a name, and for what tells namesakes apart, however long the states of several models
 * are: the most urgent one stands first, and six letters of a name tell nobody apart.
 */
const cellsOfWhom = (columns: readonly GlanceColumn[], width: number): number =>
  Math.floor(width * (columns.some(({ title, isNeeded }) => isNeeded && TELLING.includes(title)) ? 0.45 : 0.3));

/** The columns with the widths that their cells ask for. */
export const fittedColumns = (
  columns: readonly GlanceColumn[],
  rows: readonly (readonly GlanceCell[])[],
  width: number,
): Promise<TableColumn[]> => {
  const room = width - cellsOfWhom(columns, width);
  const cellsAt = (at: number) => rows.map((row) => row[at]!);
  return Promise.all(columns.map((column, at) => tableColumn(column, cellsAt(at), room)));
};

/** Each row is told in few words before another column goes, and in the fewest in any case, as far as `room` goes. */
async function tableColumn(
  { cell: _, leastWidth, ...column }: GlanceColumn,
  cells: readonly GlanceCell[],
  room: number,
): Promise<TableColumn> {
  const textWidth = await loadTextWidth(cells.map(({ text }) => text));
  const widest = (texts: readonly string[]) => Math.min(room, Math.max(0, ...texts.map(textWidth)));
  const decidingWidth = Math.max(column.decidingWidth ?? 0, widest(cells.flatMap(({ deciding }) => deciding ?? [])));
  const inFewWords = cells
    .flatMap(({ text, shorter, few }) => (shorter === undefined ? [] : (few ?? shorter[0] ?? text)))
    .filter((text) => textWidth(text) <= FEW_WORDS);
  return { ...column, leastWidth: Math.max(leastWidth, decidingWidth, widest(inFewWords)), decidingWidth };
}

/** Longer ones, as of a service that is not known, are cut before another column goes. */
const FEW_WORDS = 48;
