import { setImmediate as turn } from 'node:timers/promises';
import { sha256Of } from '../../system/sha256.ts';
import type { Database } from '../storage/database.ts';
import type { IdRange, PreparedSearch, Run, TextFilters } from '../storage/patient-search.ts';
import type { Found, Place } from './list.ts';
import { countPatients, type Stretch, stretchesOf } from './patient-counts.ts';
import type { StoredPatient } from './patients.ts';

/** What is known of one account's patients under one pair of filters. */
interface Search {
  prepared: PreparedSearch;
  /** All ids, in order and without gaps, as they were in these stretches. */
  runs: readonly Run[];
  stretches: readonly Stretch[];
  renewing?: Promise<void> | undefined;
}

const ALL = Number.MAX_SAFE_INTEGER;
/** Other requests wait no longer than this, and one statement, for a search. */
const TURN_MS = 2;
/** In memory at most. */
const MOST_SEARCHES = 300;

export type Searches = ReturnType<typeof createSearches>;

/**
 * Lists by name and email address. To say how many patients match, all must be looked at: that is done in short steps,
 * and remembered. The next request looks only at the stretches that have changed since.
 */
export function createSearches({ db, search }: Pick<Database, 'db' | 'search'>) {
  const latest = new Map<string, Search>();

  async function searchFor(ownerId: number, filters: TextFilters): Promise<Search> {
    const key = sha256Of(JSON.stringify([ownerId, filters.name, filters.email]));
    const found = latest.get(key) ?? { prepared: await search.prepare(ownerId, filters), runs: [], stretches: [] };
    latest.delete(key);
    latest.set(key, found);
    for (const oldest of latest.keys()) {
      if (latest.size <= MOST_SEARCHES) break;
      latest.delete(oldest);
    }
    return found;
  }

  /** Brings the runs up to date as of one moment after the call. */
  async function update(found: Search, ownerId: number): Promise<void> {
    while ((await countPatients(db, ownerId)).changes !== sum(found.stretches, 'changes')) {
      found.renewing ??= renew(found, ownerId).finally(() => {
        found.renewing = undefined;
      });
      await found.renewing;
    }
  }

  async function renew(found: Search, ownerId: number): Promise<void> {
    const stretches = await stretchesOf(db, ownerId);
    const changed = changedRanges(found.stretches, stretches);
    const kept = found.runs.filter((run) => !changed.some(({ after, upTo }) => run.after < upTo && after < run.upTo));
    const runs: Run[] = [];
    let turnEnds = performance.now() + TURN_MS;
    for (const next of [...kept, undefined]) {
      const limit = next?.after ?? ALL;
      for (let after = runs.at(-1)?.upTo ?? 0; after < limit; after = runs.at(-1)!.upTo) {
        runs.push(...(await found.prepared.count({ after, upTo: limit })));
        if (performance.now() < turnEnds) continue;
        await turn();
        turnEnds = performance.now() + TURN_MS;
      }
      if (next !== undefined) runs.push(next);
    }
    Object.assign(found, { runs, stretches });
  }

  return {
    async list(ownerId: number, filters: TextFilters, place: Place): Promise<Found> {
      const found = await searchFor(ownerId, filters);
      await update(found, ownerId);
      const { runs } = found;
      return { patients: await patientsAt(found.prepared, runs, place), entries: sum(runs, 'matches') };
    },
  };
}

/** The ids whose patients may have changed from one reading of the stretches to the next. */
function changedRanges(before: readonly Stretch[], now: readonly Stretch[]): IdRange[] {
  const changes = new Map(before.map(({ firstId, changes }) => [firstId, changes]));
  return now.flatMap(({ firstId, changes: latest }, at) =>
    changes.get(firstId) === latest ? [] : [{ after: firstId - 1, upTo: (now[at + 1]?.firstId ?? ALL) - 1 }],
  );
}

async function patientsAt(
  prepared: PreparedSearch,
  runs: readonly Run[],
  { before, perPage }: Place,
): Promise<StoredPatient[]> {
  const patients: StoredPatient[] = [];
  let skip = before;
  for (const run of runs) {
    if (patients.length === perPage) break;
    if (skip < run.matches) {
      patients.push(...(await prepared.find(run, { skip, limit: perPage - patients.length })));
    }
    skip = Math.max(0, skip - run.matches);
  }
  return patients;
}

function sum<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return all.reduce((total, one) => total + one[name], 0);
}
