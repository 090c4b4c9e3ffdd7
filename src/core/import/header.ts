import { foldedTitle } from './column-titles.ts';
import { areOwnTitles, titlesKnown, titlesLikely } from './columns.ts';
import { firstOf, following, HEADER_SEARCHED, type TableRow } from './table.ts';

export interface Headed {
  titles: string[];
  /** The rows below the titles. */
  rows: AsyncGenerator<TableRow>;
  notes: string[];
  /** Sentences; none where it is certain which row has the titles. */
  doubts: string[];
  /** What is wrong with the row of the titles. */
  problems: string[];
}

/** Below other rows, fewer titles that we know may be words of a patient's row. */
const SURE_TITLES = 2;

/**
 * Finds the row with the titles: the first one that has most of the titles we know, or the first row at all. A title
 * over several rows that is merged into one cell stands in the upper one. `known`: folded titles that a person named.
 */
export async function findHeader(grid: AsyncGenerator<TableRow>, known: ReadonlySet<string>): Promise<Headed> {
  const first = await firstOf(grid, HEADER_SEARCHED);
  const all = first.map((row, at) => titlesOf(row, first[at - 1]));
  const { at, isSure } = areOwnTitles(first[0]?.cells ?? []) ? { at: 0, isSure: true } : titlesAt(all, known);
  const header = first[at];
  if (header === undefined) return { titles: [], rows: grid, notes: [], doubts: [], problems: [] };
  const { titles, isMerged } = all[at]!;
  const above = isMerged ? at - 1 : at;
  const notes = above === 0 ? [] : [`the titles are in row ${header.number}; what stands above is not read`];
  const doubts = isSure ? [] : [`the titles are perhaps in row ${header.number}, below others`];
  const problems = header.problems.map((problem) => `row ${header.number}, the titles: ${problem}`);
  return { titles, rows: following(first.slice(at + 1), grid), notes, doubts, problems };
}

function titlesAt(all: readonly { titles: string[] }[], known: ReadonlySet<string>): { at: number; isSure: boolean } {
  const isNamed = (title: string) => known.has(foldedTitle(title));
  const sure = mostIn(all, ({ titles }) => titlesKnown(titles) + titles.filter(isNamed).length);
  if (sure.most >= SURE_TITLES || (sure.most > 0 && sure.at === 0)) return { at: sure.at, isSure: true };
  const { at } = mostIn(all, ({ titles }) => titlesLikely(titles));
  return { at, isSure: at === 0 };
}

/** The first item with the most. */
function mostIn<T>(all: readonly T[], count: (item: T) => number): { at: number; most: number } {
  const counts = all.map(count);
  const most = Math.max(0, ...counts);
  return { at: Math.max(0, counts.indexOf(most)), most };
}

/** The titles if they stand in this row, each empty one as in the row right above. */
function titlesOf({ cells, number }: TableRow, above: TableRow | undefined): { titles: string[]; isMerged: boolean } {
  const upper = above?.number === number - 1 ? above.cells : [];
  const own = cells.map((cell) => cell.trim());
  const titles = Array.from(
    { length: Math.max(own.length, upper.length) },
    (_, at) => own[at] || upper[at]?.trim() || '',
  );
  while (titles.length > own.length && titles.at(-1) === '') titles.pop();
  return { titles, isMerged: titles.some((title, at) => title !== '' && title !== own[at]) };
}
