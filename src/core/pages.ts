import type { PatientsAnswer } from '../contract/answers.ts';
import { ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { idText, type Reply } from './answer.ts';
import { type ListFilters, listPage, listPatients } from './patient-list.ts';

const ROWS_PER_PAGE = 100;
const MAX_PAGES = 10_000;

/**
 * All pages, one after another, one in memory at a time. A row may come twice where records
 * change between two pages: whoever prints them tells rows apart by id.
 * @throws ReconError of the page that failed; `protocol` where the pages lead in a circle
 */
export async function* eachPage(transport: Transport, filters: ListFilters): AsyncGenerator<Reply<PatientsAnswer>> {
  if ((filters.ids?.length ?? 0) > 1) {
    yield await listPatients(transport, filters);
    return;
  }
  const perPage = filters.perPage ?? ROWS_PER_PAGE;
  let page: number | undefined = filters.page ?? 1;
  let before = '';
  for (let count = 1; page !== undefined; count += 1) {
    if (count > MAX_PAGES) throw circle(`more than ${MAX_PAGES} pages`);
    const reply = await listPage(transport, { ...filters, page, perPage });
    const rows = rowsOf(reply);
    if (rows !== '' && rows === before) throw circle(`page ${page} repeats the one before it`);
    before = rows;
    yield reply;
    page = pageAfter(reply, page, perPage);
  }
}

/** Which patients a page holds, to know it again. */
const rowsOf = ({ body }: Reply<PatientsAnswer>) =>
  (body?.patients ?? []).map((patient, row) => idText(patient?.id) ?? `row ${row}`).join(' ');

function pageAfter({ body }: Reply<PatientsAnswer>, page: number, perPage: number): number | undefined {
  const next: unknown = body?.meta?.next_page;
  if (next === null) return undefined;
  if (next === undefined) return unnamedPageAfter(body?.meta?.total_pages, body?.patients?.length ?? 0, page, perPage);
  const text = idText(next);
  if (text === undefined || Number(text) <= page) throw circle(`after page ${page} comes ${JSON.stringify(next)}`);
  return Number(text);
}

/** A service without `next_page`: by the number of pages if it tells, else on while pages are full. */
function unnamedPageAfter(totalPages: unknown, rows: number, page: number, perPage: number): number | undefined {
  const isLast = typeof totalPages === 'number' ? page >= totalPages : rows < perPage;
  return isLast ? undefined : page + 1;
}

function circle(what: string): ReconError {
  return new ReconError('protocol', `the service's pages do not come to an end: ${what}`, {
    hint: 'a narrower list, with --name, --email or --id',
  });
}
