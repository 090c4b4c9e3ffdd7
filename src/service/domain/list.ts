import { DEFAULT_PAGE, DEFAULT_PER_PAGE, type PageMeta } from '../../contract/page.ts';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { TextFilters } from '../storage/patient-search.ts';
import type { Account } from './accounts.ts';
import { textFilter } from './fold.ts';
import { countPatients, entriesOf, stretchesOf } from './patient-counts.ts';
import { SHOWN_COLUMNS, type ShownPatient } from './patients.ts';
import type { Place } from './searches.ts';
import type { Db, Store } from './store.ts';

export interface PatientFilters {
  name?: string | undefined;
  email?: string | undefined;
  ids?: readonly number[] | undefined;
  page?: number | undefined;
  perPage?: number | undefined;
}

export interface Found {
  patients: ShownPatient[];
  /** On all pages. */
  entries: number;
}

/** One page of the account's patients, by ascending id, with its place among all pages. */
export async function listPatients(
  store: Store,
  owner: Account,
  { name, email, ids, page = DEFAULT_PAGE, perPage = DEFAULT_PER_PAGE }: PatientFilters,
): Promise<{ patients: ShownPatient[]; meta: PageMeta }> {
  const place = { before: (page - 1) * perPage, perPage };
  const texts = { name: textFilter(name), email: textFilter(email) };
  const isSearch = texts.name !== undefined || texts.email !== undefined;
  const { patients, entries } =
    ids !== undefined
      ? await listGiven(store, owner, place, { ids, texts })
      : isSearch
        ? await listFound(store, owner, place, texts)
        : await listAll(store, owner, place);
  return { patients, meta: pageMeta(page, perPage, entries) };
}

async function listGiven(
  { db, database }: Store,
  owner: Account,
  { before, perPage }: Place,
  { ids, texts }: { ids: readonly number[]; texts: TextFilters },
): Promise<Found> {
  if (ids.length === 0) return { patients: [], entries: 0 };
  const own = db.selectFrom('patients').where('owner_id', '=', owner.id).orderBy('id');
  const all = await own.where('id', 'in', ids).where(database.search.matches(texts)).select('id').execute();
  const wanted = all.slice(before, before + perPage).map(({ id }) => id);
  return { patients: await patientsOf(db, owner, wanted), entries: all.length };
}

async function listFound({ db, searches }: Store, owner: Account, place: Place, texts: TextFilters): Promise<Found> {
  const { ids, entries } = await searches.find(owner.id, texts, place);
  return { patients: await patientsOf(db, owner, ids), entries };
}

const patientsOf = async (db: Db, owner: Account, ids: readonly number[]): Promise<ShownPatient[]> =>
  ids.length === 0 ? [] : givenPatients(db, { ownerId: owner.id, ids });

const givenPatients = compiledQuery((db, { ownerId, ids }: { ownerId: number; ids: readonly number[] }) =>
  db.selectFrom('patients').select(SHOWN_COLUMNS).where('owner_id', '=', ownerId).where('id', 'in', ids).orderBy('id'),
);

/** The database goes past so many patients in less than a millisecond. */
const NEAR = 2000;

async function listAll({ db }: Store, owner: Account, { before, perPage }: Place): Promise<Found> {
  if (before === 0) {
    const patients = await firstPage(db, { ownerId: owner.id, perPage });
    return { patients, entries: patients[0]?.entries ?? 0 };
  }
  const { entries } = await countPatients(db, owner.id);
  if (before >= entries) return { patients: [], entries };
  const { after, skip } = before <= NEAR ? { after: 0, skip: before } : await nearestBefore(db, owner, before);
  const page = skip === 0 ? pageAfter : pageAfterSkipping;
  const patients = await page(db, { ownerId: owner.id, after, skip, perPage });
  return { patients, entries };
}

/** With the number of all, in one question: most lists are of a first page. */
const firstPage = compiledQuery((db, { ownerId, perPage }: { ownerId: number; perPage: number }) =>
  ofOwner(db, ownerId).select(SHOWN_COLUMNS).select(entriesOf(db, ownerId).as('entries')).orderBy('id').limit(perPage),
);

type PageAfter = Record<'ownerId' | 'after' | 'skip' | 'perPage', number>;

const pageAfter = compiledQuery((db, { ownerId, after, perPage }: PageAfter) =>
  ofOwner(db, ownerId).select(SHOWN_COLUMNS).where('id', '>', after).orderBy('id').limit(perPage),
);

/** Goes past the patients before the page in the index of ids alone, which takes half as long as going past rows. */
const pageAfterSkipping = compiledQuery((db, { ownerId, after, skip, perPage }: PageAfter) => {
  const first = ofOwner(db, ownerId).select('id').where('id', '>', after).orderBy('id').limit(1).offset(skip);
  return ofOwner(db, ownerId).select(SHOWN_COLUMNS).where('id', '>=', first).orderBy('id').limit(perPage);
});

const ofOwner = (db: Db, ownerId: number) => db.selectFrom('patients').where('owner_id', '=', ownerId);

/** An id from which it is not far to the patient that so many are before. */
async function nearestBefore(db: Db, owner: Account, before: number): Promise<{ after: number; skip: number }> {
  let skip = before;
  for (const { firstId, entries } of await stretchesOf(db, owner.id)) {
    if (skip < entries) return { after: firstId - 1, skip };
    skip -= entries;
  }
  // A patient was deleted in between.
  return { after: Number.MAX_SAFE_INTEGER, skip: 0 };
}

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
