import { resolve } from 'node:path';
import type { Batches } from '../journal/journal.ts';
import type { UnnamedRow } from './row-names.ts';

type ImportBatches = Pick<Batches, 'nameOf' | 'doneRows' | 'unfinished'>;

/**
 * The import that a list belongs to: a report that is fed back goes on with the one it is of, or `recon resume` would
 * send its rows again. It is known by its rows, by its place, or by being the very same list. One that is not finished
 * is left alone by a list that holds only some of its rows.
 */
export async function chooseBatch(
  batches: ImportBatches,
  path: string,
  list: { rows: readonly UnnamedRow[]; hash: string },
): Promise<string> {
  const own = batches.nameOf(path);
  const unfinished = await batches.unfinished();
  const same = unfinished.find(
    ({ path: earlier, options: { report, list: hash } }) =>
      earlier !== undefined && ((typeof report === 'string' && resolve(report) === path) || hash === list.hash),
  );
  if (same !== undefined) return same.batch;
  const named = new Map<string, number>();
  for (const { reportName } of list.rows) {
    if (reportName !== undefined) named.set(reportName.batch, (named.get(reportName.batch) ?? 0) + 1);
  }
  const [only, ...others] = named;
  if (only === undefined || others.length > 0) return own;
  const [batch, count] = only;
  const open = unfinished.find((one) => one.batch === batch);
  if (open !== undefined) return count >= Number(open.options['rows'] ?? 0) ? batch : own;
  return [...(await batches.doneRows()).keys()].some((row) => row.startsWith(`${batch}:`)) ? batch : own;
}
