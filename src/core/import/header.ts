import { foldedTitle } from './column-titles.ts';
import { titleScore } from './columns.ts';
import { HEADER_SEARCHED, type TableRow } from './table.ts';

export interface Headed {
  titles: string[];
  /** The rows below the titles. */
  rows: AsyncGenerator<TableRow>;
  notes: string[];
}

/**
 * Finds the row with the titles: the first one that has most of the titles we know, or the first row at all. A title
 * over several rows that is merged into one cell stands in the upper one. `known`: folded titles that a person named.
 */
export async function findHeader(grid: AsyncGenerator<TableRow>, known: ReadonlySet<string>): Promise<Headed> {
  const first: TableRow[] = [];
  while (first.length < HEADER_SEARCHED) {
    const { value, done } = await grid.next();
    if (done) break;
    first.push(value);
  }
  const all = first.map((row, at) => titlesOf(row, first[at - 1]));
  const scores = all.map(
    ({ titles }) => titleScore(titles) + 2 * titles.filter((title) => known.has(foldedTitle(title))).length,
  );
  const at = Math.max(0, scores.indexOf(Math.max(...scores)));
  const header = first[at];
  if (header === undefined) return { titles: [], rows: grid, notes: [] };
  const { titles, isMerged } = all[at]!;
  const above = isMerged ? at - 1 : at;
  const notes = above === 0 ? [] : [`the titles are in row ${header.number}; what stands above is not read`];
  return { titles, rows: following(first.slice(at + 1), grid), notes };
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

async function* following(first: readonly TableRow[], rest: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  yield* first;
  yield* rest;
}
