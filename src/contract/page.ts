export interface PageMeta {
  current_page: number;
  next_page: number | null;
  prev_page: number | null;
  total_pages: number;
  total_entries: number;
}

export const DEFAULT_PAGE = 1;
export const DEFAULT_PER_PAGE = 10;
/** Our service gives at most so many patients a page, and the client asks for no more. Another service may give fewer. */
export const LARGEST_PER_PAGE = 100;
