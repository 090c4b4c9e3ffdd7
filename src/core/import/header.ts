import { foldedTitle } from './column-titles.ts';
import { titleScore } from './columns.ts';
import { HEADER_SEARCHED, isBlank, type TableRow } from './table.ts';

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
  const scores = first.map(
    ({ cells }) => titleScore(cells) + 2 * cells.filter((cell) => known.has(foldedTitle(cell))).length,
  );
  const at = Math.max(0, scores.indexOf(Math.max(...scores)));
  const header = first[at];
  if (header === undefined) return { titles: [], rows: grid, notes: [] };
  const above = first[at - 1];
  const upper = above?.number === header.number - 1 ? above.cells : [];
  const titles = Array.from(
    { length: Math.max(header.cells.length, isBlank(upper.slice(header.cells.length)) ? 0 : upper.length) },
    (_, column) => header.cells[column]?.trim() || (upper[column]?.trim() ?? ''),
  );
  const notes = at === 0 ? [] : [`the titles are in row ${header.number}; what stands above is not read`];
  return { titles, rows: following(first.slice(at + 1), grid), notes };
}

async function* following(first: readonly TableRow[], rest: AsyncGenerator<TableRow>): AsyncGenerator<TableRow> {
  yield* first;
  yield* rest;
}
