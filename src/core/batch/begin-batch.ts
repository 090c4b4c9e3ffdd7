import type { Changes } from '../changes/changes.ts';

export type ImportBatches = Pick<Changes['batches'], 'begin' | 'finish' | 'doneRows' | 'unfinished'>;

/** How an import was begun, written down for `recon resume`. */
export type BatchOptions = Record<string, unknown>;

/**
 * Writes down that the import has begun, in the way it is done now: an earlier way of the same list no longer counts.
 * An unfinished import whose report this list is goes on here, and nowhere else.
 */
export async function beginBatch(batches: ImportBatches, path: string, options: BatchOptions): Promise<string> {
  for (const earlier of await batches.unfinished()) {
    const isOther = JSON.stringify(earlier.options) !== JSON.stringify(options);
    if (earlier.path === path && isOther) await batches.finish(earlier.batch);
  }
  const { batch } = await batches.begin({ path, options });
  for (const earlier of await batches.unfinished()) {
    if (earlier.path !== path && earlier.options['report'] === path) await batches.finish(earlier.batch);
  }
  return batch;
}

/** Rows done by earlier runs, `<hash>:<occurrence>` → id: of this list, and of the unfinished one whose report it is. */
export interface DoneRows {
  own: ReadonlyMap<string, string>;
  ofReported: ReadonlyMap<string, string>;
}

export async function readDoneRows(batches: ImportBatches, path: string): Promise<DoneRows> {
  const ofReported = new Map<string, string>();
  for (const earlier of await batches.unfinished()) {
    if (earlier.path === undefined || earlier.path === path || earlier.options['report'] !== path) continue;
    for (const [row, id] of await batches.doneRows(earlier.path)) ofReported.set(row, id);
  }
  return { own: await batches.doneRows(path), ofReported };
}

/** Without the count of equal rows: what was decoded for one of them is sound for all. */
export const hashesOf = ({ own, ofReported }: DoneRows): ReadonlySet<string> =>
  new Set([...own.keys(), ...ofReported.keys()].map((row) => row.slice(0, row.lastIndexOf(':'))));
