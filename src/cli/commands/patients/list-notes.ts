import type { PatientsAnswer } from '../../../contract/answers.ts';
import {
  ACCEPTED_STATE,
  FAILED_STATUSES,
  LINK_OUT,
  NO_RECONSTRUCTION,
  PROCESSING_STATUS,
  READY_STATUS,
  statusWord,
} from '../../../contract/reconstruction.ts';
import { idText, type Reply } from '../../../core/answer.ts';
import type { ListFilters } from '../../../core/patient-list.ts';
import { digitsIn, LEAST_END_DIGITS, LEAST_PART_DIGITS } from '../../../core/phone.ts';
import type { Selection } from '../../../core/select-patients.ts';
import type { Line } from '../../../errors.ts';
import type { Streams } from '../../io/streams.ts';
import { type ListWish, SHOWN_AS } from './list-wish.ts';

/** The streams that the notes of a list go to. */
export type ListStreams = Pick<Streams, 'say' | 'note' | 'warn' | 'stderrIsTty'>;

/** A page is not the list: who reads only this one must know that there is more. */
export function sayWhatIsLeft({ body }: Reply<PatientsAnswer>, filters: ListFilters, streams: ListStreams): void {
  const shown = body?.patients?.length ?? 0;
  const { current_page: page, next_page: next, total_pages: pages, total_entries: total } = body?.meta ?? {};
  const isPart = next != null || (typeof page === 'number' && page > 1);
  if (isPart) {
    const where = page == null ? '' : `page ${page}${pages == null ? '' : ` of ${pages}`}: `;
    const on = next == null ? '' : `; --page ${next} shows the next, --all every one`;
    const part = `${where}${shownText(shown, total ?? undefined)}${on}`;
    // Who asked for a part knows it; a script that takes it for the whole has to be told, also with `-q`.
    if (next != null && filters.page === undefined && filters.perPage === undefined) streams.note(part);
    else streams.say(part);
  } else if (filters.ids !== undefined && filters.page === undefined) {
    const there = (body?.patients ?? []).map((patient) => idText(patient?.id));
    const absent = filters.ids.filter((id) => !there.includes(id));
    const [only, ...others] = absent;
    if (only === undefined) return;
    const before = `not found: ${absent.join(', ')}`;
    const mayBePhone = others.length === 0 && only.length >= LEAST_END_DIGITS;
    const command = ['patients', 'list', '--phone', only];
    streams.note(mayBePhone ? { before: `${before}; where it is a phone number, or the end of one`, command } : before);
  } else if (shown === 0) streams.say(nobodyFound({ filters }));
}

/** `1 of 4 patients is shown`; without the whole, `1 patient is shown`. */
export function shownText(shown: number, whole: number | undefined): string {
  const noun = (whole ?? shown) === 1 ? 'patient' : 'patients';
  return `${shown}${whole === undefined ? '' : ` of ${whole}`} ${noun} ${shown === 1 ? 'is' : 'are'} shown`;
}

/** What is typed behind `list` for the changes of that time, and the value of `--since`. */
const SINCE_OF: Readonly<Record<string, string>> = {
  ...{ today: 'today', yesterday: 'yesterday' },
  ...{ week: '7d', 'this week': '7d', 'last week': '7d', month: '30d', 'this month': '30d', 'last month': '30d' },
};

/** Who typed a city for a name has to see where it was looked for. What was typed may be a patient's, and stays out of logs. */
export function nobodyFound({ filters, selection = {} }: Looked): Line {
  const name = filters.name ?? selection.name;
  const places = [
    [name, 'in the name'],
    [filters.email, 'in the e-mail address'],
    [selection.phone, 'as phone number'],
    [selection.idOrPhone, 'as id or phone number'],
    [selection.city, 'in the city'],
  ] as const;
  const looked = places.flatMap(([text, place]) => (text === undefined ? [] : place));
  const isShort = selection.phone !== undefined && digitsIn(selection.phone) < LEAST_PART_DIGITS;
  const end = isShort ? `; fewer than ${LEAST_PART_DIGITS} digits are looked for at the end of a number only` : '';
  const found = `no patients found${looked.length === 0 ? '' : ` with this ${looked.join(' and ')}${end}`}`;
  const word = name?.trim().toLowerCase();
  if (word === undefined || looked.length > 1) return found;
  if (STATUS_WORDS.includes(word)) {
    return { before: `${found}; it is a status, and for that`, command: ['patients', 'list', '--status', word] };
  }
  const since = SINCE_OF[word];
  if (since === undefined) return found;
  return { before: `${found}; it is a time, and for that`, command: ['patients', 'list', '--since', since] };
}

/** What was looked for, by the service and here. */
type Looked = Pick<ListWish, 'filters'> & { selection?: Selection | undefined };

export function warnOfChange(change: string | undefined, streams: ListStreams): void {
  if (change === undefined) return;
  streams.warn(`the list changed while it was being read, so a patient may be missing: ${change}`);
}

export function warnOfUndated(count: number, streams: ListStreams): void {
  if (count === 0) return;
  streams.warn(
    `--since leaves out ${count} of the patients, because the service does not say when they were last changed`,
  );
}

/** Says that nobody was found, and which statuses there are where one of the service was asked for. */
export function sayNobody(looked: Looked, there: ReadonlyMap<string, number>, streams: ListStreams): void {
  const { statuses = [] } = looked.selection ?? {};
  const isOfNobody = statuses.length > 0 && unknownStatuses(statuses, there).length === 0;
  const found = nobodyFound(looked);
  const own = isOfNobody && isOfStatusAlone(looked) ? nobodyWith(statuses, there) : undefined;
  const withStatuses = isOfNobody && typeof found === 'string' ? `${found}${statusesText(there, streams)}` : found;
  streams.say(own ?? withStatuses);
}

/** The name that was looked for and nothing else; undefined, too, where another line is told for it already. */
export function nameAlone(looked: Looked): string | undefined {
  const { filters, selection = {} } = looked;
  const others = Object.entries({ ...filters, ...selection }).filter(
    ([key, value]) => value !== undefined && !['name', 'perPage', 'asShown'].includes(key),
  );
  return others.length > 0 || typeof nobodyFound(looked) !== 'string' ? undefined : (filters.name ?? selection.name);
}

const isOfStatusAlone = ({ filters, selection = {} }: Looked): boolean =>
  Object.entries({ ...filters, ...selection }).every(
    ([name, value]) => value === undefined || ['perPage', 'statuses', 'links', 'asShown'].includes(name),
  );

/** undefined where the service has statuses of its own, which may mean the same. */
function nobodyWith(statuses: readonly string[], there: ReadonlyMap<string, number>): string | undefined {
  const sentences = statuses.map((status) => NOBODY_WITH[status]);
  const hasOwn = [...there.keys()].some((status) => NOBODY_WITH[status] === undefined);
  if (hasOwn || sentences.includes(undefined)) return undefined;
  return [...new Set(sentences)].join(', and ');
}

const NOBODY_WITH: Readonly<Record<string, string>> = {
  ready: 'nobody has a ready model',
  [READY_STATUS]: 'nobody has a ready model',
  [ACCEPTED_STATE]: 'nobody has an accepted model',
  'ready and accepted': 'nobody has an accepted model',
  generating: 'nobody has a model that is being made',
  [PROCESSING_STATUS]: 'nobody has a model that is being made',
  failed: 'nobody has a failed model',
  'no-photos': 'nobody is without photos',
  'no photos': 'nobody is without photos',
  [NO_RECONSTRUCTION]: 'nobody is without photos',
  [LINK_OUT]: 'nobody has a link out',
};

/**
 * A service may have statuses of its own, so a word that nobody knows is no wrong call; but who has slipped must not take
 * an empty list for an answer. `there`: how many are of each status, of the whole list.
 */
export async function warnOfStatuses(looked: Looked, there: ReadonlyMap<string, number>, streams: ListStreams) {
  const words = [...STATUS_WORDS, ...there.keys()].filter((word) => /^\S+$/.test(word));
  for (const typed of unknownStatuses(looked.selection?.statuses ?? [], there)) {
    const isSame = (word: string) => lettersOf(typed) === lettersOf(word);
    const meant = words.find(isSame) ?? (await nearestWord(typed, words));
    const known =
      meant === undefined
        ? `; recon knows ${TYPED_WORDS.join(', ')}${statusesText(there, streams)}`
        : `; did you mean --status ${meant}?`;
    streams.warn(`--status ${JSON.stringify(typed)} is a status that no 3D model has${known}`);
  }
}

/** What `--status` takes at any service, in the words of the list. */
const TYPED_WORDS = ['ready', 'accepted', 'generating', 'failed', 'no-photos', LINK_OUT];
const STATUS_WORDS = [...TYPED_WORDS, ...Object.keys(SHOWN_AS), ...Object.values(SHOWN_AS).flat(), ...FAILED_STATUSES];

/** `--status no photos`, without quotes: the status that was meant; undefined where the words are something else. */
export function statusTakenApart(statuses: readonly string[] = [], words: readonly string[]): string | undefined {
  const typed = statuses.at(-1);
  if (typed === undefined || words.length === 0) return undefined;
  const letters = lettersOf([typed, ...words].join(''));
  return STATUS_WORDS.find((word) => [letters, `${letters}s`].includes(lettersOf(word)));
}

const unknownStatuses = (statuses: readonly string[], there: ReadonlyMap<string, number>) =>
  statuses.filter((status) => !STATUS_WORDS.includes(status) && !there.has(status));

/** In the words of the list on a terminal. */
function statusesText(there: ReadonlyMap<string, number>, streams: ListStreams): string {
  const wordOf = streams.stderrIsTty() ? statusWord : String;
  const counts = [...there].map(([status, count]) => `${wordOf(status)} (${count})`).join(', ');
  return counts === '' ? '' : `; the statuses that there are: ${counts}`;
}

async function nearestWord(typed: string, words: readonly string[]): Promise<string | undefined> {
  const { nearest } = await import('../../../system/nearest.ts');
  return nearest(typed, words)[0];
}

const lettersOf = (word: string) => word.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
