import {
  ACCEPTED_STATE,
  NO_RECONSTRUCTION,
  PROCESSING_STATUS,
  READY_STATUS,
} from '../../../contract/reconstruction.ts';
import type { ListFilters } from '../../../core/patient-list.ts';
import { isDialled, LEAST_END_DIGITS, LEAST_PART_DIGITS, phoneProblem } from '../../../core/phone.ts';
import type { Order, Selection } from '../../../core/select-patients.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { sortField } from '../../output/patient-columns.ts';
import { positiveInteger } from '../../request/option-values.ts';

export interface ListOptions {
  name?: string;
  /** Of `--name` that was given twice. */
  severalOf?: readonly string[];
  email?: string;
  phone?: string;
  city?: string;
  id?: string[];
  page?: string;
  perPage?: string;
  all?: boolean;
  limit?: string;
  status?: string[];
  since?: string;
  sort?: string;
  template?: string;
  watch?: boolean;
  pager?: boolean;
  /** Digits without a flag that are an id, and may be a phone number. */
  digits?: string;
  /** Words without a flag that are a name, and may be a city. */
  words?: string;
}

/** The words of the list's own column → the service's. */
export const SHOWN_AS: Readonly<Record<string, readonly string[]>> = {
  ready: [READY_STATUS],
  generating: [PROCESSING_STATUS],
  'ready and accepted': [ACCEPTED_STATE],
  'no-photos': [NO_RECONSTRUCTION],
  'no photos': [NO_RECONSTRUCTION],
};

/** A list as it was asked for. */
export interface ListWish {
  /** What the service looks for. */
  filters: ListFilters;
  /** What the client looks for; undefined for everybody. */
  selection: Selection | undefined;
  order: Order | undefined;
  limit: number | undefined;
  all: boolean;
  /**
   * The same looked for here, where the service may find nobody: it may take several words of a name as one text, and
   * digits for an id that may be a phone number.
   */
  lookedHere?: ListWish | undefined;
  /** The words, where nothing else was asked for, that may be a city in the place of a name. */
  perhapsCity?: string | undefined;
}

/**
 * Words without a flag, under the one that they mean: `--id`, `--email`, `--phone` or `--name`.
 * @throws ReconError `usage` where one of these is given too, or several ids
 */
export function withWords(words: readonly string[], options: ListOptions): ListOptions {
  const text = words.join(' ').trim();
  if (text === '') return options;
  const given = WHOM.find((key) => options[key] !== undefined);
  if (given !== undefined) throw new ReconError('usage', `words after 'list' and --${given} exclude each other`);
  if (/^\d+$/.test(text) && !isDialled(text)) {
    const mayBePhone = text.length >= LEAST_PART_DIGITS;
    return { ...options, id: [text], ...(mayBePhone && { digits: text }) };
  }
  refuseSeveralIds(text.split(/\s+/));
  if (text.includes('@')) return { ...options, email: text };
  if (/^[+(]?\d[\d\s()./-]+$/.test(text)) return { ...options, phone: text };
  return { ...options, name: text, words: text };
}

/** So few digits are no phone number that a shell took apart. @throws ReconError `usage` */
function refuseSeveralIds(words: readonly string[]): void {
  const areIds = words.length > 1 && words.every((word) => /^[1-9]\d*$/.test(word));
  if (!areIds || words.join('').length >= LEAST_PART_DIGITS) return;
  throw new ReconError('usage', 'list takes one id, or the words of one name, without a flag', {
    details: [{ before: 'to see these patients whole', command: ['patients', 'get', ...words] }],
    hint: { command: ['patients', 'list', ...words.flatMap((id) => ['--id', id])] },
  });
}

/** Options that tell whom a list is to show. */
const WHOM = ['id', 'email', 'phone', 'name'] as const;

/** @throws ReconError `usage` for values that are none, and options that contradict each other */
export async function readWish(options: ListOptions, context: Context): Promise<ListWish> {
  const now = context.clock.now();
  const { name, email, phone, city, all = false, status } = options;
  const ids = options.id && (await (await import('../../request/listed-ids.ts')).listedIds(options.id, context));
  const noPhone = phone === undefined ? undefined : phoneProblem(phone, LEAST_END_DIGITS);
  if (noPhone !== undefined) throw new ReconError('usage', `--phone ${noPhone}`);
  const statuses = status?.flatMap((word) => [word, ...(SHOWN_AS[word] ?? [])]);
  const page = positiveInteger('--page', options.page);
  const perPage = positiveInteger('--per-page', options.perPage);
  const since =
    options.since === undefined ? undefined : (await import('../../request/since.ts')).sinceTime(options.since, now);
  const order = options.sort === undefined ? undefined : orderOf(options.sort);
  if (city?.trim() === '') throw new ReconError('usage', '--city is empty');
  const selects = [statuses, since, phone, city].some((one) => one !== undefined);
  const ofWhole = optionOfWhole({ all, order, selects });
  if (ofWhole !== undefined && page !== undefined) {
    throw new ReconError('usage', `${ofWhole} and --page exclude each other`);
  }
  const wish: ListWish = {
    filters: {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(ids !== undefined && { ids }),
      ...(page !== undefined && { page }),
      ...(perPage !== undefined && { perPage }),
    },
    selection: selects ? { statuses, since, phone, city } : undefined,
    order,
    limit: positiveInteger('--limit', options.limit),
    all,
    perhapsCity: selects || page !== undefined || perPage !== undefined ? undefined : options.words,
  };
  return { ...wish, lookedHere: byWords(wish) ?? byDigits(wish, options.digits) };
}

/** What was asked that only the whole list answers, as it is typed; undefined where a page would do. */
function optionOfWhole({ all, order, selects }: Pick<ListWish, 'all' | 'order'> & { selects: boolean }) {
  if (all) return '--all';
  if (order !== undefined) return '--sort';
  return selects ? '--status, --since, --phone and --city' : undefined;
}

/** Whether somebody chose how much of the list there is to be: a workbook has all of it otherwise. Ids are all there. */
export const isPart = ({ filters: { page, perPage, ids } }: ListWish): boolean =>
  page !== undefined || perPage !== undefined || ids !== undefined;

/** undefined where the name is one word, or one page of the service is asked for. */
function byWords(wish: ListWish): ListWish | undefined {
  const { name, ...filters } = wish.filters;
  if (name === undefined || filters.page !== undefined || !/\S[\s,]+\S/.test(name)) return undefined;
  return { ...wish, filters, selection: { ...wish.selection, name } };
}

/** undefined where too few digits were typed, or one page of the service is asked for. */
function byDigits(wish: ListWish, digits: string | undefined): ListWish | undefined {
  const { ids: _asId, ...filters } = wish.filters;
  if (digits === undefined || filters.page !== undefined || filters.perPage !== undefined) return undefined;
  return { ...wish, filters, selection: { ...wish.selection, idOrPhone: digits } };
}

/** `name`, or `-name` from the end. */
function orderOf(typed: string): Order {
  const isDescending = typed.startsWith('-');
  return { field: sortField(isDescending ? typed.slice(1) : typed), isDescending };
}
