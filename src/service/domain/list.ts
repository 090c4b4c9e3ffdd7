import { sql } from 'kysely';
import { DEFAULT_PAGE, DEFAULT_PER_PAGE, type PageMeta } from '../../contract/page.ts';
import type { Account } from './accounts.ts';
import { containsPattern } from './fold.ts';
import type { StoredPatient } from './patients.ts';
import type { Store } from './store.ts';

export interface PatientFilters {
  name?: string | undefined;
  email?: string | undefined;
  ids?: readonly number[] | undefined;
  page?: number | undefined;
  perPage?: number | undefined;
}

/** One page of the account's patients, by ascending id, with its place among all pages. */
export async function listPatients(
  store: Store,
  owner: Account,
  { name, email, ids, page = DEFAULT_PAGE, perPage = DEFAULT_PER_PAGE }: PatientFilters,
): Promise<{ patients: StoredPatient[]; meta: PageMeta }> {
  let query = store.db.selectFrom('patients').where('owner_id', '=', owner.id);
  if (name !== undefined) query = query.where(contains('name_folded', name));
  if (email !== undefined) query = query.where(contains('email_folded', email));
  if (ids !== undefined) query = query.where('id', 'in', ids);
  const before = (page - 1) * perPage;
  const patients = await query.selectAll().orderBy('id').limit(perPage).offset(before).execute();
  // A page that is not full is the last one, so the patients need not be counted, which would read all of them again.
  const isLast = patients.length < perPage && (patients.length > 0 || before === 0);
  if (isLast) return { patients, meta: pageMeta(page, perPage, before + patients.length) };
  const counted = await query.select((all) => all.fn.countAll<number>().as('entries')).executeTakeFirstOrThrow();
  return { patients, meta: pageMeta(page, perPage, counted.entries) };
}

const contains = (column: 'name_folded' | 'email_folded', text: string) =>
  sql<boolean>`${sql.ref(column)} like ${containsPattern(text)} escape '\\'`;

function pageMeta(page: number, perPage: number, entries: number): PageMeta {
  const pages = Math.max(1, Math.ceil(entries / perPage));
  return {
    current_page: page,
    next_page: page < pages ? page + 1 : null,
    prev_page: page > 1 ? Math.min(page - 1, pages) : null,
    total_pages: pages,
    total_entries: entries,
  };
}
