import { resolve } from 'node:path';
import type { Changes } from '../changes/changes.ts';
import type { Checked } from './check-rows.ts';

export type ImportBatches = Pick<Changes['batches'], 'begin' | 'finish' | 'doneRows' | 'unfinished'>;

/** Unfinished imports that a list takes over, because it is their report. */
export interface TakenOver {
  batches: string[];
  /** Their rows that are done, `<hash>:<occurrence>` → id: a report may be older than the last run. */
  done: Map<string, string>;
}

/**
 * A report that is fed back goes on where its import stopped; without that, `recon resume` would send its rows again.
 * It is known by its place, by an id in it which that import made, or by being the very same list.
 */
export async function takeOver(
  batches: ImportBatches,
  path: string,
  { list, doneIds }: Pick<Checked, 'list' | 'doneIds'>,
): Promise<TakenOver> {
  const taken: TakenOver = { batches: [], done: new Map() };
  for (const earlier of await batches.unfinished()) {
    if (earlier.path === undefined || earlier.path === path) continue;
    const done = await batches.doneRows(earlier.path);
    const { report, list: itsList } = earlier.options;
    const isReport = typeof report === 'string' && resolve(report) === path;
    if (!isReport && itsList !== list && ![...done.values()].some((id) => doneIds.has(id))) continue;
    taken.batches.push(earlier.batch);
    for (const [row, id] of done) taken.done.set(row, id);
  }
  return taken;
}

/** Writes down that the import has begun, in the way it is done now, and that it has taken others over. */
export async function beginBatch(
  batches: ImportBatches,
  path: string,
  options: Record<string, unknown>,
  takenOver: readonly string[] = [],
): Promise<string> {
  const { batch } = await batches.begin({ path, options });
  for (const earlier of takenOver) await batches.finish(earlier);
  return batch;
}

/**
 * Hashes of rows of this list that earlier runs have done; without the count of equal rows, because what was decoded
 * for one of them is sound for all.
 */
export async function doneHashes(batches: ImportBatches, path: string): Promise<ReadonlySet<string>> {
  const rows = await batches.doneRows(path);
  return new Set([...rows.keys()].map((row) => row.slice(0, row.lastIndexOf(':'))));
}
