import type { ReconError } from '../../errors.ts';
import type { Checked } from './check-rows.ts';
import type { CheckedRow } from './checked-row.ts';
import { photoCopier } from './copy-photos.ts';
import type { ImportOptions, ImportWorld } from './import-options.ts';
import type { ImportPlace } from './import-place.ts';
import type { Outcomes, RowOutcome } from './outcomes.ts';
import { modelOf } from './send-row.ts';
import { createSending } from './send-rows.ts';
import type { Spool } from './spool.ts';

/** After so many failures in a row, the rows are not the cause. */
const MAX_FAILURES_IN_A_ROW = 20;

interface Job extends ImportPlace {
  spool: Spool;
  outcomes: Outcomes;
  checked: Checked;
  report: string;
}

/** Sends every good row that is not done. Returns the reason if it stopped before the last one. */
export async function sendAll(
  { path, spool, scratch, outcomes, checked, report }: Job,
  { jobs, keepGoing, allowSame, list: resumed }: ImportOptions,
  { clock, signal, onSending, ...world }: ImportWorld,
): Promise<ReconError | undefined> {
  const { total, list, batch } = checked;
  const changes = await world.changes();
  await changes.batches.begin({ batch, path, options: { report, keepGoing, allowSame, jobs, list, rows: total } });
  const sending = createSending({
    changes,
    copyPhotos: photoCopier(scratch, jobs),
    batch,
    // If another command continues it, people may have made changes meanwhile.
    allowSame: allowSame && resumed !== undefined ? 'own' : allowSame,
    jobs,
    clock,
    signal,
    maxFailures: MAX_FAILURES_IN_A_ROW,
    onSent: ({ number }, { outcome }) => {
      outcomes.note(number, outcome);
      onSending(outcomes.counts(total), total);
    },
  });
  try {
    for await (const row of spool.rows()) {
      if (sending.stopped() !== undefined) break;
      const settled = settledOutcome(row);
      if (settled !== undefined) outcomes.note(row.number, settled);
      else await sending.add(row);
    }
  } finally {
    await sending.end();
  }
  return sending.stopped();
}

/**
 * The outcome of a row with nothing to send: done, by a report, or with a problem. An id from a report is kept; without
 * it the next run would send the row again.
 */
export function settledOutcome(row: CheckedRow): RowOutcome | undefined {
  const { reportedId: id, done, problems } = row;
  if (problems.length > 0) return { status: 'failed', error: problems.join('; '), ...(id !== undefined && { id }) };
  return done && { ...done, earlier: true, ...modelOf(row) };
}
