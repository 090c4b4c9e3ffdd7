export interface PageMeta {
  current_page: number;
  next_page: number | null;
  prev_page: number | null;
  total_pages: number;
  total_entries: number;
}

export const DEFAULT_PAGE = 1;
export const DEFAULT_PER_PAGE = 10;
/** Our service gives at most so many patients a page. */
export const LARGEST_PER_PAGE = 100;

/** The query of the shortest list: no patient has the id 0, so that it shows nobody. */
export const OF_NOBODY: readonly [name: string, value: string][] = [
  ['id', '0'],
  ['per_page', '1'],
];
