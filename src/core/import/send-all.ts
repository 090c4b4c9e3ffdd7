import type { ReconError } from '../../errors.ts';
import type { Checked } from './check-rows.ts';
import type { CheckedRow } from './checked-row.ts';
import { createPhotoCopies } from './copy-photos.ts';
import type { ImportOptions, ImportWorld } from './import-options.ts';
import type { Outcome, Outcomes } from './outcomes.ts';
import { modelOf } from './send-row.ts';
import { createSending } from './send-rows.ts';
import type { Spool } from './spool.ts';

/** By then it is not the rows. */
const MAX_FAILURES_IN_A_ROW = 20;

interface Job {
  /** Of the input, real. */
  path: string;
  spool: Spool;
  scratch: string;
  outcomes: Outcomes;
  checked: Checked;
  report: string;
}

/**
 * Sends every good row that is not done. `stopped` is the reason where it stopped before the last one; `finish` closes
 * the import where nothing is left to do, once the report of it is written.
 */
export async function sendAll(
  { path, spool, scratch, outcomes, checked, report }: Job,
  { jobs, keepGoing, allowSame, list: resumed }: ImportOptions,
  { clock, signal, onSending, ...world }: ImportWorld,
): Promise<{ stopped: ReconError | undefined; finish(): Promise<void> }> {
  const { total, list, batch } = checked;
  const changes = await world.changes();
  await changes.batches.begin({ batch, path, options: { report, keepGoing, allowSame, jobs, list, rows: total } });
  const sending = createSending({
    changes,
    copies: createPhotoCopies(scratch, jobs),
    batch,
    // Gone on with by another command, it stands beside what people have done meanwhile.
    allowSame: allowSame && resumed !== undefined ? 'own' : allowSame,
    jobs,
    clock,
    signal,
    outcomes,
    maxFailures: MAX_FAILURES_IN_A_ROW,
    onOutcome: () => onSending(outcomes.counts(total), total),
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
  const stopped = sending.stopped();
  const { unknown, not_sent } = outcomes.counts(total);
  // What is open, or was not tried, is for another run to do.
  const isWhole = stopped === undefined && unknown + not_sent === 0;
  return { stopped, finish: async () => void (isWhole && (await changes.batches.finish(batch))) };
}

/**
 * What becomes of a row with nothing to send: done, as a report says, or with a problem. An id that a report names
 * stays, or the next one would send the row as if nobody had been made of it.
 */
export function settledOutcome(row: CheckedRow): Outcome | undefined {
  const { reportedId: id, done, problems } = row;
  if (problems.length > 0) return { status: 'failed', error: problems.join('; '), ...(id !== undefined && { id }) };
  return done && { ...done, earlier: true, ...modelOf(row) };
}
