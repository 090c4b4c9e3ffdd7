export interface PageMeta {
  current_page: number;
  next_page: number | null;
  prev_page: number | null;
  total_pages: number;
  total_entries: number;
}

export const DEFAULT_PER_PAGE = 10;
export const DEFAULT_PAGE = 1;
