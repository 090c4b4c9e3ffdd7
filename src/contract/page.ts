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
