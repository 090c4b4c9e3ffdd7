import type { PatientsAnswer } from '../contract/answers.ts';
import { DEFAULT_PER_PAGE } from '../contract/page.ts';
import { hasCode, ReconError } from '../errors.ts';
import type { Transport } from '../http/transport.ts';
import { idText, type Reply } from './answer.ts';
import { ASKED_PER_PAGE, type ListFilters, listPage, listPatients } from './patient-list.ts';

export const MAX_PAGES = 10_000;

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
  let perPage = filters.perPage ?? filters.atOnce ?? ASKED_PER_PAGE;
  let page: number | undefined = filters.page ?? 1;
  let before: Reply<PatientsAnswer> | undefined;
  for (let count = 1; page !== undefined; count += 1) {
    if (count > MAX_PAGES) throw notEnding(`more than ${MAX_PAGES} pages`);
    const reply = await listPage(transport, { ...filters, page, perPage }).catch((thrown) => {
      if (count > 1 || filters.perPage !== undefined || !hasCode(thrown, 'refused')) throw thrown;
      perPage = DEFAULT_PER_PAGE;
      return listPage(transport, { ...filters, page: filters.page ?? 1, perPage });
    });
    if (before !== undefined && isGivenAgain(before, reply)) return;
    before = reply;
    yield reply;
    page = pageAfter(reply, page);
  }
}

/** A service that knows no pages gives everything the first time, and again for every later page. */
export function isGivenAgain(before: Reply<PatientsAnswer>, reply: Reply<PatientsAnswer>): boolean {
  if (!isSamePage(before, reply)) return false;
  if (namesNextPage(before)) throw notEnding(`page ${before.body?.meta?.next_page} repeats the one before it`);
  return true;
}

function isSamePage(one: Reply<PatientsAnswer>, other: Reply<PatientsAnswer>): boolean {
  const rows = rowsOf(one);
  return rows !== '' && rows === rowsOf(other);
}

/** Which patients a page holds, to know it again. */
const rowsOf = ({ body }: Reply<PatientsAnswer>) =>
  (body?.patients ?? []).map((patient, row) => idText(patient?.id) ?? `row ${row}`).join(' ');

const namesNextPage = ({ body }: Reply<PatientsAnswer>) => body?.meta?.next_page !== undefined;

function pageAfter(reply: Reply<PatientsAnswer>, page: number): number | undefined {
  const next: unknown = reply.body?.meta?.next_page;
  if (next === null) return undefined;
  if (next === undefined) return unnamedPageAfter(reply, page);
  const text = idText(next);
  if (text === undefined || Number(text) <= page) throw notEnding(`after page ${page} comes ${JSON.stringify(next)}`);
  return Number(text);
}

/** A service without `next_page`: by the number of pages if it tells, else on to the first empty page. */
function unnamedPageAfter({ body }: Reply<PatientsAnswer>, page: number): number | undefined {
  const totalPages: unknown = body?.meta?.total_pages;
  const isLast = typeof totalPages === 'number' ? page >= totalPages : (body?.patients ?? []).length === 0;
  return isLast ? undefined : page + 1;
}

export function notEnding(what: string): ReconError {
  return new ReconError('protocol', `the service's pages do not come to an end: ${what}`, {
    hint: 'a narrower list, with --name, --email or --id',
  });
}
