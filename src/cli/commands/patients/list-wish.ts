import { readId } from '../../../core/ids.ts';
import type { ListFilters } from '../../../core/patient-list.ts';
import type { Order, Selection } from '../../../core/select-patients.ts';
import { ReconError } from '../../../errors.ts';
import { sortField } from '../../output/patient-columns.ts';
import { positiveInteger } from '../../request/option-values.ts';

export interface ListOptions {
  name?: string;
  email?: string;
  id?: string[];
  page?: string;
  perPage?: string;
  all?: boolean;
  limit?: string;
  status?: string[];
  since?: string;
  sort?: string;
  watch?: boolean;
  pager?: boolean;
}

/** A list as it was asked for. */
export interface ListWish {
  /** What the service looks for. */
  filters: ListFilters;
  /** What the client looks for; undefined for everybody. */
  selection: Selection | undefined;
  order: Order | undefined;
  limit: number | undefined;
  all: boolean;
}

/** @throws ReconError `usage` for values that are none, and options that contradict each other */
export async function readWish(options: ListOptions, now: number): Promise<ListWish> {
  const { name, email, id, all = false, status: statuses } = options;
  const page = positiveInteger('--page', options.page);
  const perPage = positiveInteger('--per-page', options.perPage);
  const since =
    options.since === undefined ? undefined : (await import('../../request/since.ts')).sinceTime(options.since, now);
  const order = options.sort === undefined ? undefined : orderOf(options.sort);
  const selects = statuses !== undefined || since !== undefined;
  // They are about the whole list.
  const whole = all ? '--all' : order !== undefined ? '--sort' : selects ? '--status and --since' : undefined;
  if (whole !== undefined && page !== undefined) {
    throw new ReconError('usage', `${whole} and --page exclude each other`);
  }
  return {
    filters: {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(id !== undefined && { ids: id.map((one) => readId(one)) }),
      ...(page !== undefined && { page }),
      ...(perPage !== undefined && { perPage }),
    },
    selection: selects ? { statuses, since } : undefined,
    order,
    limit: positiveInteger('--limit', options.limit),
    all,
  };
}

/** `name`, or `-name` from the end. */
function orderOf(typed: string): Order {
  const isDescending = typed.startsWith('-');
  return { field: sortField(isDescending ? typed.slice(1) : typed), isDescending };
}
