import { watchList } from '../../../core/list-watch.ts';
import { ASKED_PER_PAGE, type ListFilters } from '../../../core/patient-list.ts';
import { selectFrom, sorted } from '../../../core/select-patients.ts';
import type { Context } from '../../context.ts';
import type { PatientWriter } from '../../output/patient-writer.ts';
import { nobodyFound, sayNobody, warnOfChange, warnOfStatuses, warnOfUndated } from './list-notes.ts';
import type { ListWish } from './list-wish.ts';

/** Every page, or as many as the limit takes, one after another in the order of the service. */
export async function showPages(wish: ListWish, writer: PatientWriter, context: Context): Promise<void> {
  const { filters, limit } = wish;
  const { streams } = context;
  const client = await context.client();
  const watch = watchList();
  let shown = 0;
  let cut = false;
  let isWhole = false;
  let total: number | undefined;
  for await (const reply of client.eachPage({ ...filters, ...(limit !== undefined && pageSize(filters, limit)) })) {
    const patients = watch.fresh(reply);
    const room = limit === undefined ? patients.length : limit - shown;
    await writer.write(patients.slice(0, room), reply);
    shown += Math.min(room, patients.length);
    cut = patients.length > room || (shown === limit && reply.body?.meta?.next_page != null);
    isWhole = reply.body?.meta?.next_page == null && !cut;
    total = reply.body?.meta?.total_entries ?? undefined;
    if (streams.stdoutClosed() || shown === limit) break;
  }
  const own = shown === 0 ? wish.lookedHere : undefined;
  if (own !== undefined) return await showSelected(own, writer, context);
  await writer.end(cut || filters.page !== undefined ? total : undefined);
  // Printed lines cannot be taken back, so the list is not read again.
  warnOfChange(isWhole && filters.page === undefined ? watch.changeOfWhole() : watch.change(), streams);
  if (cut) streams.say(onlyFirst(shown, filters.page));
  else if (shown === 0) streams.say(nobodyFound(wish));
}

/** From a later page on they are not the first of the list. */
function onlyFirst(count: number, page = 1): string {
  const place = page > 1 ? ` from page ${page} on` : '';
  return `only the first ${count === 1 ? `patient${place} is` : `${count} patients${place} are`} shown, because of --limit`;
}

/** Enough per request for the limit, where the person left that open. */
const pageSize = ({ perPage, ids }: ListFilters, limit: number) =>
  perPage === undefined && ids === undefined ? { atOnce: Math.min(limit, ASKED_PER_PAGE) } : {};

/** The whole list is read, so what is told of it is true of all pages. */
export async function showSelected(wish: ListWish, writer: PatientWriter, context: Context): Promise<void> {
  const { filters, selection, order, limit = Number.POSITIVE_INFINITY } = wish;
  const { streams } = context;
  const watch = watchList();
  const { patients, statuses, undated, ...told } = await selectFrom(
    (await context.client()).eachPage(filters),
    watch,
    selection,
  );
  const own = patients.length === 0 ? wish.lookedHere : undefined;
  if (own !== undefined) return await showSelected(own, writer, context);
  await writer.write((order === undefined ? patients : sorted(patients, order)).slice(0, limit), told);
  await writer.end(patients.length);
  warnOfChange(watch.changeOfWhole(), streams);
  warnOfUndated(undated, streams);
  if (patients.length > limit) streams.say(onlyFirst(limit));
  else if (patients.length === 0) sayNobody(wish, statuses, streams);
  await warnOfStatuses(wish, statuses, streams);
}
