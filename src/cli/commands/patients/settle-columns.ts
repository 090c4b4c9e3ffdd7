import {
  type ColumnMap,
  keepMap,
  MAPPED_FIELDS,
  mapName,
  readColumnMap,
  readKeptMap,
} from '../../../core/import/column-map.ts';
import { FAMILY_FIRST, foldedTitle, PHONE_WITH_PLUS } from '../../../core/import/column-titles.ts';
import {
  areOwn,
  type Column,
  type Columns,
  chooseColumns,
  fieldName,
  mappedField,
  namesWithComma,
  perhapsNames,
  recogniseColumns,
  sizeOfTitle,
} from '../../../core/import/columns.ts';
import { type LostPluses, lostPlusesIn } from '../../../core/import/lost-plus.ts';
import { REPORT_NAMES } from '../../../core/import/report-columns.ts';
import { ownColumns } from '../../../core/import/row.ts';
import { isPath } from '../../../core/import/row-photos.ts';
import type { FoundTable, SettleColumns } from '../../../core/import/table-input.ts';
import { type UnfitColumn, unfitColumns } from '../../../core/import/unfit-columns.ts';
import { shown } from '../../../core/shown.ts';
import { ReconError } from '../../../errors.ts';
import { readInput } from '../../../system/read-input.ts';
import { whyNotRead } from '../../../system/why-not-read.ts';
import type { Context } from '../../context.ts';
import { askForColumns, columnText } from './ask-columns.ts';

export interface ColumnFlags {
  /** A file that says which column is which field. */
  map?: string;
  /** Take the columns as they are shown. */
  yes?: boolean;
  /** The hash of the list, if `recon resume` goes on with it. */
  list?: string;
}

interface Settled {
  columns: Columns;
  titles: readonly string[];
  /** A person has said or confirmed it, and it is not kept yet. */
  isNew: boolean;
  wayOut: string | undefined;
}

const MAX_MAP_BYTES = 1_000_000;

/**
 * Settles which column of a spreadsheet is which field; where nobody can be asked, a doubtful reading ends the import.
 * `keep` keeps what a person said or confirmed for lists with the same titles, `keepFitting` where no column is likely another
 * field.
 */
export async function columnSettler(
  flags: ColumnFlags,
  context: Context,
): Promise<SettleColumns & { keep(): Promise<void>; keepFitting(): Promise<void> }> {
  const map = flags.map === undefined ? undefined : await readMapFile(flags.map);
  let settled: Settled | undefined;
  const keep = async () => {
    if (settled?.isNew === true) await keepMap(await context.columnsFolder(), settled.titles, settled.columns);
  };
  return {
    titles: new Set(map?.keys()),
    settle: async (found) => {
      for (const note of found.notes) context.streams.say(note);
      settled = await settle(found, map, flags, context);
      return settled.columns;
    },
    wayOut: () => settled?.wayOut,
    keep,
    keepFitting: async () => (settled?.wayOut === undefined ? keep() : undefined),
  };
}

async function settle(
  found: FoundTable,
  map: ColumnMap | undefined,
  { yes = false, list }: ColumnFlags,
  context: Context,
): Promise<Settled> {
  const { titles, first } = found;
  const { streams } = context;
  const mayAsk = map === undefined && !yes && context.mayAsk();
  const kept = map === undefined ? await readKeptMap(await context.columnsFolder(), titles) : undefined;
  const remembered = kept === undefined ? undefined : chooseColumns(titles, kept);
  const unfit = remembered === undefined ? [] : unfitColumns(remembered, first);
  // An import that goes on has sent rows by these columns.
  if (remembered !== undefined && (unfit.length === 0 || !mayAsk || list !== undefined)) {
    takeKept(remembered, context);
    return {
      columns: remembered,
      titles,
      isNew: false,
      wayOut: wayOut(unfit, false) ?? recordsAlone(remembered, found, false),
    };
  }
  if (map !== undefined) refuseStrangers(map, found);
  const columns =
    remembered !== undefined
      ? { ...remembered, doubts: unfit.map(unfitDoubt) }
      : map === undefined
        ? recogniseColumns(titles, found.doubts, first)
        : chooseColumns(titles, map);
  const isOwn = areOwn(columns);
  if (!isOwn) for (const line of columnLines(columns)) streams.say(line);
  const asks = mayAsk && !isOwn;
  if (!asks) refuseNameless(columns, found);
  if (yes || asks) for (const doubt of columns.doubts) streams.note(`not certain: ${doubt}`);
  else refuseDoubts(columns, found);
  const chosen = asks ? await askForColumns(columns, found, context) : columns;
  if (!asks && !isOwn) tellCommas(columns, found, context);
  const settled = await settlePluses(chosen, found, { asks: mayAsk }, context);
  if (settled.all.every(({ field }) => field === undefined)) throw nothingRecognised(found);
  // A dry run is to look, so what it is told holds for it alone.
  if (asks && context.globals().dryRun)
    streams.say('a dry run does not keep these answers: the import asks for the columns again');
  const isNew = asks || yes || map !== undefined || settled !== chosen;
  const way = wayOut(unfitColumns(settled, first), asks) ?? recordsAlone(settled, found, asks);
  return { columns: settled, titles, isNew, wayOut: way };
}

const unfitDoubt = ({ title, field }: UnfitColumn) =>
  `${shown(title)} was confirmed before as ${fieldName(field)}, and what is in it is none`;

/** Where rows fail since a column was taken for another field; nothing is kept of what sent nothing. */
function wayOut([column]: readonly UnfitColumn[], asks: boolean): string | undefined {
  if (column === undefined) return undefined;
  const { title, field, meant = 'none' } = column;
  const ifOther = `if ${shown(title)} is not ${fieldName(field)}: the same command`;
  if (asks) return `${ifOther} again, which asks for the columns anew`;
  return `${ifOther} with --map FILE, a text file with a line for it, such as: ${title} = ${fieldName(meant)}`;
}

/** A type asks for a 3D model, and no row of a list without a column of photos has what one is made from. */
function recordsAlone({ all }: Columns, { titles, first }: FoundTable, asks: boolean): string | undefined {
  const type = all.find(({ field }) => field === 'type');
  if (type === undefined || all.some(({ field }) => field !== undefined && isPath(field))) return undefined;
  const at = titles.findIndex((title) => title.trim() === type.title);
  if (first.every((cells) => (cells[at] ?? '').trim() === '')) return undefined;
  const same = 'to bring in the records alone, without 3D models: the same command';
  if (asks) return `${same} again; where it asks for the columns, choose ${shown(type.title)} and leave it alone`;
  return `${same} with --map FILE, a text file with the line: ${type.title} = none`;
}

/** Nobody is asked what the comma means, so names stay as they are. */
function tellCommas(columns: Columns, { first }: FoundTable, { streams }: Context): void {
  const title = namesWithComma(columns, first)?.title;
  if (title === undefined) return;
  const line = `${title} = ${fieldName(FAMILY_FIRST)}`;
  streams.say(
    `names in ${shown(title)} mostly have a comma and are sent as they are; with --map and the line "${line}" they are sent as first name then surname`,
  );
}

/** A cell of digits loses its plus in a spreadsheet. Offered to a person, told where nobody is asked. */
async function settlePluses(
  columns: Columns,
  { titles, first }: FoundTable,
  { asks }: { asks: boolean },
  context: Context,
): Promise<Columns> {
  const lost = lostPlusesIn(columns, first);
  if (lost === undefined) return columns;
  const { title, example } = lost;
  if (!asks) {
    const line = `${title} = ${fieldName(PHONE_WITH_PLUS)}`;
    context.streams.note(
      lost.count === 1
        ? `${lostText(lost)} and is sent as it is; with --map and the line "${line}" it gets it back`
        : `${lostText(lost)} and are sent as they are; with --map and the line "${line}" they get it back`,
    );
    return columns;
  }
  const prompt = await context.prompt();
  const isMended = await prompt.choose(`${lostText(lost)}, such as ${shown(example)}. How are they sent?`, [
    { value: true, name: `+${example}, with the plus` },
    { value: false, name: `${example}, as they are` },
  ]);
  if (!isMended) return columns;
  const chosen = columns.all.map((column): [string, string | undefined] => [
    foldedTitle(column.title),
    column.title === title ? PHONE_WITH_PLUS : mappedField(column),
  ]);
  return chooseColumns(titles, new Map(chosen.filter(([folded]) => folded !== '')));
}

const lostText = ({ title, count }: LostPluses) =>
  count === 1
    ? `1 phone number in ${shown(title)} has lost its plus`
    : `${count} phone numbers in ${shown(title)} have lost their plus`;

/** A script that runs every night has read the columns once: one line is enough for it. */
function takeKept(columns: Columns, context: Context): void {
  const { streams } = context;
  streams.say('the columns are taken as confirmed before for a list with these titles; --map FILE changes them');
  if (!context.mayAsk() && !context.globals().dryRun) return;
  for (const line of columnLines(columns)) streams.say(line);
  // Before 0.24 no list could have them.
  const sizes = columns.all
    .filter(({ field }) => field === undefined)
    .flatMap(({ title }) => {
      const field = sizeOfTitle(title);
      return field === undefined ? [] : [`${title} = ${field}`];
    });
  if (sizes.length > 0) streams.say(`height and weight are recorded with --map FILE, which has: ${sizes.join('; ')}`);
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

/** Only a map says that a list is to have no names: `--yes` would make patients whom nobody finds again. */
function refuseNameless(columns: Columns, { path }: FoundTable): void {
  const [title] = perhapsNames(columns);
  if (title === undefined || columns.all.every(({ field }) => field === undefined)) return;
  const guessed = columns.all
    .filter(({ how }) => how === 'guess')
    .map(({ title, field = '' }) => `${title} = ${fieldName(field)}`);
  const isOnlyOne = columns.all.filter((one) => one.title !== '' && isUncertain(one)).length === 1;
  const lines = isOnlyOne ? 'the line' : 'a line for each column that is to be recorded, such as';
  throw new ReconError('usage', `no column of ${shown(path)} is known as the name, so nothing was sent`, {
    details: [
      ...columns.doubts,
      `where nobody is to have a name, FILE says so of each of these columns: ${title} = none`,
      { before: 'what FILE may hold tells', command: ['help', 'columns'] },
    ],
    hint: `the same command with --map FILE, a text file with ${lines}: ${[`${title} = name`, ...guessed].join('; ')}`,
  });
}

/** What a map that does not name the column would leave alone. */
const isUncertain = ({ field, how }: Column) => field === undefined || how === 'guess';

function refuseDoubts(columns: Columns, { path }: FoundTable): void {
  const { doubts } = columns;
  if (doubts.length === 0) return;
  const [title] = perhapsNames(columns);
  const example = title === undefined ? 'Telefone = phone' : `${title} = name`;
  throw new ReconError('usage', `it is not certain which columns of ${shown(path)} are meant, so nothing was sent`, {
    details: doubts,
    hint: `the same command with --yes, if the columns are right as shown; else with --map FILE, which has a line for each, such as: ${example}`,
  });
}

function nothingRecognised({ path, titles }: FoundTable): ReconError {
  const title = titles.find((one) => one.trim() !== '')?.trim();
  return new ReconError('usage', `no column of ${shown(path)} is a field of a patient`, {
    details: [`its columns: ${titlesText(titles)}`, `fields: ${MAPPED_FIELDS.map(mapName).join(', ')}`],
    hint: `the same command with --map FILE, a text file with a line for each column, such as: ${title} = name`,
  });
}

const titlesText = (titles: readonly string[]) =>
  titles
    .filter((title) => title !== '')
    .map(shown)
    .join(', ');

/**
 * `column "Nome" is name`, and in one line what is left alone; nothing about what a report has added, and nothing that the
 * doubts tell.
 */
function columnLines({ all }: Columns): string[] {
  const doubted = perhapsNames({ all });
  const isOfReport = (field: string) => REPORT_NAMES.some((name) => name === field);
  const taken = all
    .filter(({ field, how }) => field !== undefined && how !== 'guess' && !isOfReport(field))
    .map((column) => `column ${columnText(column)}`);
  const own = ownColumns(all).map((at) => all[at]!.title);
  const told = own.length === 0 ? taken : [...taken, `${titlesText(own)} tell who is there already`];
  const left = all.filter(
    ({ title, field }) => field === undefined && title !== '' && ![...doubted, ...own].includes(title),
  );
  return left.length === 0 ? told : [...told, `left alone: ${titlesText(left.map(({ title }) => title))}`];
}
