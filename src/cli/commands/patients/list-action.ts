import { idText } from '../../../core/answer.ts';
import { readId } from '../../../core/ids.ts';
import { watchList } from '../../../core/list-watch.ts';
import { ASKED_PER_PAGE } from '../../../core/patient-list.ts';
import { ReconError } from '../../../errors.ts';
import type { Client, Context } from '../../context.ts';
import { createPatientWriter, type PatientWriter, pageWithFields } from '../../output/patient-writer.ts';
import { printableJson } from '../../output/printable.ts';
import { positiveInteger } from '../../request/option-values.ts';

export interface ListOptions {
  name?: string;
  email?: string;
  id?: string[];
  page?: string;
  perPage?: string;
  all?: boolean;
  limit?: string;
}

export async function listPatients(options: ListOptions, context: Context): Promise<void> {
  const filters = readFilters(options);
  const limit = positiveInteger('--limit', options.limit);
  const format = await context.outputFormat();
  const { fields } = context.globals();
  const client = await context.client();
  const writer = createPatientWriter(format, fields, context);
  if (!options.all && limit === undefined) {
    const reply = await client.listPatients(filters);
    if (format === 'json') {
      // The service's answer as it came; of its patients only the named fields, if some are named.
      const text = fields === undefined ? reply.text : pageWithFields(reply, fields);
      await context.streams.write(`${printableJson(text)}\n`);
    } else {
      await writer.write(reply.body?.patients ?? []);
      await writer.end();
    }
    return sayWhatIsLeft(reply, filters, context);
  }
  await showPages(client, { ...filters, ...(limit !== undefined && pageSize(filters, limit)) }, limit, writer, context);
}

type Filters = Parameters<Client['listPatients']>[0];
type ListReply = Awaited<ReturnType<Client['listPatients']>>;

function readFilters({ name, email, id, all, ...options }: ListOptions): Filters {
  const page = positiveInteger('--page', options.page);
  const perPage = positiveInteger('--per-page', options.perPage);
  if (all && page !== undefined) throw new ReconError('usage', '--all and --page exclude each other');
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(id !== undefined && { ids: id.map((one) => readId(one)) }),
    ...(page !== undefined && { page }),
    ...(perPage !== undefined && { perPage }),
  };
}

/** Enough per request for the limit, where the person left that open. */
const pageSize = ({ perPage, ids }: Filters, limit: number) =>
  perPage === undefined && ids === undefined ? { atOnce: Math.min(limit, ASKED_PER_PAGE) } : {};

async function showPages(
  client: Client,
  filters: Filters,
  limit: number | undefined,
  writer: PatientWriter,
  { streams }: Context,
): Promise<void> {
  const watch = watchList();
  let shown = 0;
  let cut = false;
  let isWhole = false;
  let total: number | undefined;
  for await (const reply of client.eachPage(filters)) {
    const patients = watch.fresh(reply);
    const room = limit === undefined ? patients.length : limit - shown;
    await writer.write(patients.slice(0, room));
    shown += Math.min(room, patients.length);
    cut = patients.length > room || (shown === limit && reply.body?.meta?.next_page != null);
    isWhole = reply.body?.meta?.next_page == null && !cut;
    total = reply.body?.meta?.total_entries ?? undefined;
    if (streams.stdoutClosed() || shown === limit) break;
  }
  await writer.end(cut ? total : undefined);
  // Printed lines cannot be taken back, so the list is not read again.
  const change = isWhole && filters.page === undefined ? watch.changeOfWhole() : watch.change();
  if (change !== undefined) {
    streams.warn(`the list changed while it was being read, so a patient may be missing: ${change}`);
  }
  if (cut) streams.say(`only the first ${shown} patients are shown, as --limit asks`);
  else if (shown === 0) streams.say('no patients found');
}

/** A page is not the list: who reads only this one must know that there is more. */
function sayWhatIsLeft({ body }: ListReply, filters: Filters, { streams }: Context): void {
  const shown = body?.patients?.length ?? 0;
  const { current_page: page, next_page: next, total_pages: pages, total_entries: total } = body?.meta ?? {};
  const isPart = next != null || (typeof page === 'number' && page > 1);
  if (isPart) {
    const where = page == null ? '' : `page ${page}${pages == null ? '' : ` of ${pages}`}: `;
    const whole = total == null ? '' : ` of ${total}`;
    const on = next == null ? '' : `; --page ${next} shows the next, --all every one`;
    streams.say(`${where}${shown}${whole} patients are shown${on}`);
  } else if (filters.ids !== undefined && filters.page === undefined) {
    const there = (body?.patients ?? []).map((patient) => idText(patient?.id));
    const absent = filters.ids.filter((id) => !there.includes(id));
    if (absent.length > 0) streams.note(`not found: ${absent.join(', ')}`);
  } else if (shown === 0) streams.say('no patients found');
}
