import { resolve } from 'node:path';
import type { Changes } from '../changes/changes.ts';
import type { Checked } from './check-rows.ts';

export type ImportBatches = Pick<Changes['batches'], 'begin' | 'finish' | 'doneRows' | 'unfinished'>;

interface BegunBatch {
  batch: string;
  /** Rows that are done, `<hash>:<occurrence>` → id. */
  done: ReadonlyMap<string, string>;
}

/**
 * Writes down that the import has begun, in the way it is done now. A report that is fed back takes over the unfinished
 * import that it is of, with its rows: without that, `recon resume` would send them again. It is known by its place, by
 * an id in it which that import made, or by being the very same list.
 */
export async function beginBatch(
  batches: ImportBatches,
  path: string,
  options: Record<string, unknown>,
  { list, doneIds }: Pick<Checked, 'list' | 'doneIds'>,
): Promise<BegunBatch> {
  const done = new Map(await batches.doneRows(path));
  const ids = new Set(done.values());
  const taken = new Map<string, string>();
  const finished: string[] = [];
  for (const earlier of await batches.unfinished()) {
    if (earlier.path === undefined || earlier.path === path) continue;
    const rows = await batches.doneRows(earlier.path);
    const { report, list: itsList } = earlier.options;
    const isReport = typeof report === 'string' && resolve(report) === path;
    if (!isReport && itsList !== list && ![...rows.values()].some((id) => doneIds.has(id))) continue;
    finished.push(earlier.batch);
    for (const [row, id] of rows) {
      if (ids.has(id)) continue;
      const hash = hashIn(row);
      let occurrence = 0;
      while (done.has(`${hash}:${occurrence}`)) occurrence += 1;
      done.set(`${hash}:${occurrence}`, id);
      taken.set(`${hash}:${occurrence}`, id);
    }
  }
  const { batch } = await batches.begin({ path, options, done: taken });
  for (const earlier of finished) await batches.finish(earlier);
  return { batch, done };
}

/**
 * Counts equal rows, so that each keeps its name from run to run. What a report that is fed back says is done has lost
 * its photos and so its hash: a patient it names (`doneIds`) is that row's, and of none that is still to be sent.
 */
export function countRows(done: BegunBatch['done'], doneIds: ReadonlySet<string>) {
  const next = new Map<string, number>();
  return (hash: string): number => {
    let occurrence = next.get(hash) ?? 0;
    while (doneIds.has(done.get(`${hash}:${occurrence}`) ?? '')) occurrence += 1;
    next.set(hash, occurrence + 1);
    return occurrence;
  };
}

/**
 * Hashes of rows of this list that earlier runs have done; without the count of equal rows, because what was decoded
 * for one of them is sound for all.
 */
export async function doneHashes(batches: ImportBatches, path: string): Promise<ReadonlySet<string>> {
  const rows = await batches.doneRows(path);
  return new Set([...rows.keys()].map(hashIn));
}

const hashIn = (row: string) => row.slice(0, row.lastIndexOf(':'));
