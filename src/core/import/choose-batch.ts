import { resolve } from 'node:path';
import type { Batches } from '../journal/journal.ts';
import type { UnnamedRow } from './row-names.ts';

/**
 * Finds the import that a list belongs to. A report used as the list continues the import it is from; otherwise `recon
 * resume` would send its rows again. Else the list is recognised by its rows, by its place, or as exactly the same
 * list. A list with only some rows of an unfinished import does not continue it.
 */
export async function chooseBatch(
  batches: Batches,
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
