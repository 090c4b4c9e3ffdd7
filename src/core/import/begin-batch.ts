import { resolve } from 'node:path';
import type { Changes } from '../changes/changes.ts';
import type { Checked } from './check-rows.ts';
import { countEqual, type DoneRows, hashIn } from './row-names.ts';

export type ImportBatches = Pick<Changes['batches'], 'begin' | 'finish' | 'doneRows' | 'unfinished'>;

interface BegunBatch {
  batch: string;
  done: DoneRows;
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
  { list, createdIds }: Pick<Checked, 'list' | 'createdIds'>,
): Promise<BegunBatch> {
  const done = new Map(await batches.doneRows(path));
  const ids = new Set(done.values());
  const taken = new Map<string, string>();
  const occurrenceOf = countEqual((name) => done.has(name));
  const finished: string[] = [];
  for (const earlier of await batches.unfinished()) {
    if (earlier.path === undefined || earlier.path === path) continue;
    const rows = await batches.doneRows(earlier.path);
    const { report, list: itsList } = earlier.options;
    const isReport = typeof report === 'string' && resolve(report) === path;
    if (!isReport && itsList !== list && ![...rows.values()].some((id) => createdIds.has(id))) continue;
    finished.push(earlier.batch);
    for (const [row, id] of rows) {
      if (ids.has(id)) continue;
      const name = `${hashIn(row)}:${occurrenceOf(hashIn(row))}`;
      done.set(name, id);
      taken.set(name, id);
    }
  }
  const { batch } = await batches.begin({ path, options, done: taken });
  for (const earlier of finished) await batches.finish(earlier);
  return { batch, done };
}
