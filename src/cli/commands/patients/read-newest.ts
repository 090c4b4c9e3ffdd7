import type { PatientsAnswer, Received } from '../../../contract/answers.ts';
import type { Patient } from '../../../contract/patient.ts';
import type { Reply } from '../../../core/answer.ts';
import { watchList } from '../../../core/list-watch.ts';
import { type BegunByPatient, type DoubtsByPatient, notesOfModels } from '../../../core/model-facts.ts';
import { newestFirst } from '../../../core/newest-first.ts';
import { ASKED_PER_PAGE } from '../../../core/patient-list.ts';
import { isSelected, isUndated, selectFrom, sorted, statusesOf, withLink } from '../../../core/select-patients.ts';
import type { Client } from '../../context.ts';
import {
  type ListStreams,
  sayNobody,
  sayWhatIsLeft,
  shownText,
  warnOfChange,
  warnOfStatuses,
  warnOfUndated,
} from './list-notes.ts';
import type { ListWish } from './list-wish.ts';

/** Patients on a terminal where nobody says how many. */
const USUAL_LIMIT = 30;
/** Rows that are shown at once: the columns are as wide as the first ones need. */
const ROWS_AT_ONCE = 100;

/** Some patients of a list, in the order they are shown, and when the service told of them. */
export interface Part {
  patients: readonly Received<Patient>[];
  answeredAt: number | undefined;
  /** What the service names as offered beside the interface. */
  routes: ReadonlySet<string> | undefined;
  /** Whose models may be of two people, or of somebody else, as far as the service tells. */
  doubts: DoubtsByPatient;
  /** When generations were begun, as far as the service tells. */
  begun: BegunByPatient;
}

export interface ReadHooks {
  /** Patients looked at so far, where all of them have to be before the first is shown. */
  onProgress?(read: number, total: number | undefined): void;
}

/** A list for somebody at a terminal: `parts` reads it, the newest first, and `tell` says what was left out. */
export function readNewest(wish: ListWish, client: Client, { onProgress }: ReadHooks = {}) {
  const { filters, order, all } = wish;
  const selection = wish.selection && { ...wish.selection, asShown: true };
  const limit = wish.limit ?? (all ? Number.POSITIVE_INFINITY : (filters.perPage ?? USUAL_LIMIT));
  const watch = watchList();
  const statuses = new Map<string, number>();
  const models = notesOfModels();
  let asked: Reply<PatientsAnswer> | undefined;
  let shown = 0;
  let undated = 0;
  let total: number | undefined;
  let isCut = false;
  /** The token may only look. */
  let isReadOnly = false;

  async function* newest(): AsyncGenerator<Part> {
    const atOnce = selection === undefined ? Math.min(limit, ASKED_PER_PAGE) : ASKED_PER_PAGE;
    let held: Received<Patient>[] = [];
    let answeredAt: number | undefined;
    let routes: Part['routes'];
    for await (const reply of newestFirst(client, { ...filters, atOnce })) {
      models.add(reply);
      isReadOnly = reply.account?.scope === 'read';
      const fresh = watch.fresh(reply);
      for (const status of fresh.flatMap((one) => statusesOf(one, true)))
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const found = selection === undefined ? fresh : fresh.filter((one) => isSelected(one, selection));
      if (selection !== undefined) undated += fresh.filter((one) => isUndated(one, selection)).length;
      const room = limit - shown;
      held.push(...found.slice(0, room).map((one) => (selection === undefined ? one : withLink(one, selection))));
      shown += Math.min(room, found.length);
      total = reply.body?.meta?.total_entries ?? undefined;
      ({ answeredAt, routes } = reply);
      isCut = found.length > room || (shown === limit && watch.count() < (total ?? Number.POSITIVE_INFINITY));
      if (selection !== undefined && shown === 0) onProgress?.(watch.count(), total);
      if (isCut) break;
      if (held.length < ROWS_AT_ONCE) continue;
      yield { patients: held, answeredAt, routes, ...models.notes };
      held = [];
    }
    if (held.length > 0) yield { patients: held, answeredAt, routes, ...models.notes };
  }

  async function* inOrder(by: NonNullable<ListWish['order']>): AsyncGenerator<Part> {
    let routes: Part['routes'];
    async function* pages() {
      for await (const reply of client.eachPage(filters)) {
        routes = reply.routes;
        models.add(reply);
        isReadOnly = reply.account?.scope === 'read';
        yield reply;
      }
    }
    const found = await selectFrom(pages(), watch, selection, onProgress);
    for (const [status, count] of found.statuses) statuses.set(status, count);
    undated = found.undated;
    total = found.patients.length;
    shown = Math.min(limit, total);
    isCut = shown < total;
    const patients = sorted(found.patients, by).slice(0, limit);
    for (let from = 0; from < shown; from += ROWS_AT_ONCE) {
      yield { patients: patients.slice(from, from + ROWS_AT_ONCE), answeredAt: undefined, routes, ...models.notes };
    }
  }

  /** Ids, or a page that was asked for by its number, are shown as the service gives them. */
  async function* asGiven(): AsyncGenerator<Part> {
    asked = await client.listPatients(filters);
    models.add(asked);
    const { body, answeredAt, routes } = asked;
    yield { patients: (body?.patients ?? []).slice(0, wish.limit), answeredAt, routes, ...models.notes };
  }

  const isGiven = filters.page !== undefined || filters.ids !== undefined;
  const read = () => (order !== undefined ? inOrder(order) : isGiven && selection === undefined ? asGiven() : newest());
  return {
    parts: read,
    /** Gives what can be done next. */
    tell: async (streams: ListStreams, isWhole: boolean): Promise<'create' | 'who' | 'all' | undefined> => {
      if (asked !== undefined) sayWhatIsLeft(asked, filters, streams);
      else warnOfChange(isWhole && !isCut ? watch.changeOfWhole() : watch.change(), streams);
      warnOfUndated(undated, streams);
      const isEmpty = asked === undefined && shown === 0;
      if (isEmpty && selection === undefined && Object.keys(filters).every((name) => name === 'perPage')) {
        streams.say('there are no patients yet');
        return isReadOnly ? undefined : 'create';
      }
      if (isEmpty) sayNobody(wish, statuses, streams);
      if (isWhole && !isCut) await warnOfStatuses(wish, statuses, streams);
      // Nobody counts the rows of a long list. A page tells it by itself.
      if (isWhole && !isCut && asked === undefined && shown > 1 && streams.stderrIsTty())
        streams.say(`${shown} patients`);
      if (!isCut) return isEmpty ? 'who' : undefined;
      const whole = selection !== undefined && order === undefined ? undefined : total;
      const which = order === undefined ? ', the last added first' : '';
      streams.say(`${shownText(shown, whole)}${which}`);
      return 'all';
    },
  };
}
