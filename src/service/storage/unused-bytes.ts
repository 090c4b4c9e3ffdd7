/** The kinds of b-tree pages by their first byte, with the length of their header. */
const HEADER_BYTES: Readonly<Record<number, number>> = { 2: 12, 5: 12, 10: 8, 13: 8 };
/** The database's own header stands before that of its first page. */
const FILE_HEADER_BYTES = 100;
/** Any other page begins with 0 or with the number of a page. In a larger file (128 GiB) that could look like a kind. */
const MOST_PAGES = 2 ** 25;
const MOST_PAGE_BYTES = 65_536;
const ZEROS = Buffer.alloc(MOST_PAGE_BYTES);

/**
 * The bytes between the cell pointers and the cells of a page, if there is anything in them. SQLite overwrites all others
 * that it gives up. See https://www.sqlite.org/fileformat2.html#b_tree_pages.
 */
export function unusedIn(page: Buffer, number: number, pages: number): { start: number; end: number } | undefined {
  if (pages >= MOST_PAGES) throw new Error('the database is too large to tell its pages from each other');
  const at = number === 1 ? FILE_HEADER_BYTES : 0;
  const headerBytes = HEADER_BYTES[page[at]!];
  if (headerBytes === undefined) return undefined;
  const start = at + headerBytes + 2 * page.readUInt16BE(at + 3);
  const end = page.readUInt16BE(at + 5) || MOST_PAGE_BYTES;
  const isEmpty = page.subarray(start, end).equals(ZEROS.subarray(0, end - start));
  return start >= end || end > page.length || isEmpty ? undefined : { start, end };
}
