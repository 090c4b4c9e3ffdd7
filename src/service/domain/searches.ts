import { setImmediate as turn } from 'node:timers/promises';
import { sha256Of } from '../../system/sha256.ts';
import type { Database } from '../storage/database.ts';
import type { IdRange, PreparedSearch, Run, TextFilters } from '../storage/patient-search.ts';
import { countPatients, type Stretch, stretchesOf } from './patient-counts.ts';

/** The patients of one page: so many after the ones before them. */
export interface Place {
  before: number;
  perPage: number;
}

/** The stretches of one account as they were at one moment, with the sum of their changes. */
interface Counted {
  stretches: readonly Stretch[];
  changes: number;
}

/** What is known of one account's patients under one pair of filters. */
interface Search extends Counted {
  prepared: PreparedSearch;
  /** All ids, in order and without gaps, as they were in these stretches. */
  runs: readonly Run[];
  renewing?: Promise<void> | undefined;
}

const ALL = Number.MAX_SAFE_INTEGER;
/** Other requests wait no longer than this, and one statement, for a search. */
const TURN_MS = 2;
/** In memory at most; a search has about one run for each 1,000 patients that it looked at. */
const MOST_SEARCHES = 2000;
const MOST_RUNS = 100_000;
/** Accounts whose stretches are in memory; one of a million patients has 122. */
const MOST_COUNTED = 100;

export type Searches = ReturnType<typeof createSearches>;

/**
 * Searches by name and email address. To say how many patients match, all must be looked at: that is done in short steps,
 * and remembered. The next request looks only at the stretches that have changed since.
 */
export function createSearches({ db, search }: Pick<Database, 'db' | 'search'>) {
  const latest = new Map<string, Search>();
  const counted = new Map<number, Counted>();

  async function searchFor(ownerId: number, filters: TextFilters): Promise<Search> {
    const key = sha256Of(JSON.stringify([ownerId, filters.name, filters.email]));
    const known = latest.get(key);
    if (known === undefined) forgetOldest(latest);
    const found = known ?? { prepared: await search.prepare(ownerId, filters), runs: [], stretches: [], changes: 0 };
    latest.delete(key);
    latest.set(key, found);
    return found;
  }

  /** Brings the runs up to date as of one moment after the call. */
  async function update(found: Search, ownerId: number): Promise<void> {
    for (;;) {
      const { changes } = await countPatients(db, ownerId);
      if (changes === found.changes) return;
      found.renewing ??= renew(found, ownerId, changes).finally(() => {
        found.renewing = undefined;
      });
      await found.renewing;
    }
  }

  /** All numbers of changes only grow, so where their sum is the same, the stretches are. */
  async function stretchesAt(ownerId: number, changes: number): Promise<Counted> {
    const known = counted.get(ownerId);
    if (known?.changes === changes) return known;
    const stretches = await stretchesOf(db, ownerId);
    const read = { stretches, changes: sum(stretches, 'changes') };
    if (counted.size >= MOST_COUNTED) counted.clear();
    counted.set(ownerId, read);
    return read;
  }

  async function renew(found: Search, ownerId: number, changes: number): Promise<void> {
    const { stretches, ...now } = await stretchesAt(ownerId, changes);
    const changed = changedRanges(found.stretches, stretches);
    const kept = found.runs.filter((run) => !changed.some(({ after, upTo }) => run.after < upTo && after < run.upTo));
    const runs: Run[] = [];
    const rest = rests();
    for (const next of [...kept, undefined]) {
      const limit = next?.after ?? ALL;
      for (let after = runs.at(-1)?.upTo ?? 0; after < limit; after = runs.at(-1)!.upTo) {
        runs.push(...(await found.prepared.count({ after, upTo: limit })));
        await rest();
      }
      if (next !== undefined) runs.push(next);
    }
    Object.assign(found, { runs, stretches, ...now });
  }

  return {
    /** The ids of one page, and how many patients are on all pages. */
    async find(ownerId: number, filters: TextFilters, place: Place): Promise<{ ids: number[]; entries: number }> {
      const found = await searchFor(ownerId, filters);
      await update(found, ownerId);
      const { runs } = found;
      return { ids: await idsAt(found.prepared, runs, place), entries: sum(runs, 'matches') };
    },
  };
}

/** Lets other requests go first whenever its time is over. */
function rests(): () => Promise<void> {
  let end = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < end) return;
    await turn();
    end = performance.now() + TURN_MS;
  };
}

function forgetOldest(searches: Map<string, Search>): void {
  let runs = [...searches.values()].reduce((total, search) => total + search.runs.length, 0);
  for (const [key, search] of searches) {
    if (searches.size < MOST_SEARCHES && runs < MOST_RUNS) break;
    searches.delete(key);
    runs -= search.runs.length;
  }
}

/** The ids whose patients may have changed from one reading of the stretches to the next. */
function changedRanges(before: readonly Stretch[], now: readonly Stretch[]): IdRange[] {
  const changes = new Map(before.map(({ firstId, changes }) => [firstId, changes]));
  return now.flatMap(({ firstId, changes: latest }, at) =>
    changes.get(firstId) === latest ? [] : [{ after: firstId - 1, upTo: (now[at + 1]?.firstId ?? ALL) - 1 }],
  );
}

async function idsAt(prepared: PreparedSearch, runs: readonly Run[], { before, perPage }: Place): Promise<number[]> {
  const ids: number[] = [];
  const rest = rests();
  let skip = before;
  for (const run of runs) {
    if (ids.length === perPage) break;
    const limit = Math.min(run.matches - skip, perPage - ids.length);
    if (limit > 0 && skip + limit <= run.first.length) ids.push(...run.first.slice(skip, skip + limit));
    else if (limit > 0) {
      ids.push(...(await prepared.find(run, { skip, limit })));
      await rest();
    }
    skip = Math.max(0, skip - run.matches);
  }
  return ids;
}

function sum<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return all.reduce((total, one) => total + one[name], 0);
}
