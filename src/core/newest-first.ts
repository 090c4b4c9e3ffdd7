import type { PatientsAnswer, Received } from '../contract/answers.ts';
import { DEFAULT_PER_PAGE } from '../contract/page.ts';
import type { Patient } from '../contract/patient.ts';
import { hasCode } from '../errors.ts';
import { idText, type Reply } from './answer.ts';
import type { Client } from './client.ts';
import { notesOfModels } from './model-facts.ts';
import { isGivenAgain, MAX_PAGES, notEnding } from './pages.ts';
import { ASKED_PER_PAGE, type ListFilters } from './patient-list.ts';

type Lists = Pick<Client, 'eachPage' | 'listPatients'>;
type Page = Reply<PatientsAnswer>;
type Listed = Received<Patient>;

/**
 * A list from the newest patient to the oldest, some at a time: higher ids are newer. The interface names no order. Where
 * the first page descends the pages come as they are; where it ascends, from the last to the first. A service whose
 * pages are in no such order is read as a whole.
 */
export async function* newestFirst(client: Lists, wanted: Omit<ListFilters, 'page'>): AsyncGenerator<Page> {
  const { perPage: _perPage, atOnce: _atOnce, ...filters } = wanted;
  const { first, perPage } = await firstPage(client, wanted);
  const paged = { ...filters, perPage };
  if (isLast(first)) return yield newestOf(first, rowsOf(first));
  const ids = idsOf(first);
  if (ids.length > 1 && isSorted(ids, DESCENDING)) {
    yield first;
    for await (const reply of client.eachPage({ ...paged, page: 2 })) {
      if (isGivenAgain(first, reply)) return;
      yield reply;
    }
    return;
  }
  const last = ids.length > 1 ? await lastPage(client, paged, first) : undefined;
  if (last === undefined) return yield await everybody(client, filters);
  yield newestOf(last.reply, rowsOf(last.reply));
  for (let page = last.page - 1; page > 1; page -= 1) {
    if (last.page - page > MAX_PAGES) throw notEnding(`more than ${MAX_PAGES} pages`);
    const reply = await client.listPatients({ ...paged, page });
    yield newestOf(reply, rowsOf(reply));
  }
  yield newestOf(first, rowsOf(first));
}

/** Page 1, with fewer patients where the service refuses so many. Of a few patients nobody could tell an order. */
async function firstPage(client: Lists, filters: ListFilters): Promise<{ first: Page; perPage: number }> {
  const perPage = Math.max(DEFAULT_PER_PAGE, filters.perPage ?? filters.atOnce ?? ASKED_PER_PAGE);
  try {
    return { first: await client.listPatients({ ...filters, page: 1, perPage }), perPage };
  } catch (thrown) {
    if (filters.perPage !== undefined || !hasCode(thrown, 'refused')) throw thrown;
    const fewer = { ...filters, page: 1, perPage: DEFAULT_PER_PAGE };
    return { first: await client.listPatients(fewer), perPage: DEFAULT_PER_PAGE };
  }
}

/** The end of an ascending list; undefined where the service's count of pages does not lead to it. */
async function lastPage(client: Lists, filters: ListFilters, first: Page) {
  const page = countedPages(first);
  if (page === undefined) return undefined;
  const reply = await client.listPatients({ ...filters, page });
  const ids = idsOf(reply);
  // A service with fewer pages than it counts may give its last one for every number above.
  const given: unknown = reply.body?.meta?.current_page ?? page;
  const isEnd = given === page && ids.length > 0 && isSorted([...idsOf(first), ...ids], ASCENDING) && isLast(reply);
  return isEnd ? { reply, page } : undefined;
}

function countedPages({ body }: Page): number | undefined {
  const total: unknown = body?.meta?.total_pages;
  return typeof total === 'number' && Number.isSafeInteger(total) && total > 1 ? total : undefined;
}

async function everybody(client: Lists, filters: ListFilters): Promise<Page> {
  const all: Listed[] = [];
  const models = notesOfModels();
  let last: Page | undefined;
  for await (const reply of client.eachPage(filters)) {
    last = reply;
    all.push(...rowsOf(reply));
    models.add(reply);
  }
  return newestOf({ ...last!, ...models.notes }, all);
}

const rowsOf = ({ body }: Page): readonly Listed[] => body?.patients ?? [];

/** As `eachPage` goes on or ends. */
function isLast({ body }: Page): boolean {
  const { next_page: next, current_page: page, total_pages: total } = body?.meta ?? {};
  return next === null || (next === undefined && typeof total === 'number' && (page ?? 1) >= total);
}

/** These patients, the highest id first; one without an id comes last. */
function newestOf(reply: Page, patients: readonly Listed[]): Page {
  const newest = patients.toSorted((one, other) => compareIds(idOf(other), idOf(one)));
  return { ...reply, body: { ...reply.body, patients: newest } };
}

const NO_ID = -1n;
const idOf = (patient: Listed): bigint => BigInt(idText(patient?.id) ?? NO_ID);
const idsOf = (page: Page) => rowsOf(page).map(idOf);
const compareIds = (one: bigint, other: bigint) => (one < other ? -1 : Number(one > other));

const ASCENDING = 1;
const DESCENDING = -1;
const isSorted = (ids: readonly bigint[], direction: number) =>
  !ids.includes(NO_ID) && ids.every((id, at) => at === 0 || compareIds(id, ids[at - 1]!) === direction);
