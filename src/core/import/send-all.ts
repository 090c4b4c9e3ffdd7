import { resolve } from 'node:path';
import type { ReconError } from '../../errors.ts';
import type { Checked } from './check-rows.ts';
import type { CheckedRow } from './checked-row.ts';
import { photoCopier } from './copy-photos.ts';
import { saysNothingOf } from './earlier-outcomes.ts';
import type { ImportOptions, ImportWorld } from './import-options.ts';
import type { ImportPlace } from './import-place.ts';
import type { Note } from './note-into.ts';
import type { Outcomes } from './outcomes.ts';
import { lacksSize, type SizeParts, sizeRecorder } from './record-size.ts';
import { settledOutcome } from './send-row.ts';
import { createSending } from './send-rows.ts';
import type { Spool } from './spool.ts';

/** After so many failures in a row, the rows are not the cause. */
const MAX_FAILURES_IN_A_ROW = 20;

export interface Sendable {
  spool: Spool;
  outcomes: Outcomes;
  checked: Checked;
  note: Note;
  report: string;
  folder: string | undefined;
}

/** Sends every good row that is not done. Returns the reason if it stopped before the last one. */
export async function sendAll(
  { path, scratch }: ImportPlace,
  { spool, outcomes, checked, note, report, folder }: Sendable,
  { jobs, keepGoing, allowSame, type, list: resumed }: ImportOptions,
  { clock, signal, onSending, onFull, lookAt, patientsById, ...world }: ImportWorld,
): Promise<ReconError | undefined> {
  const { total, list, batch } = checked;
  const changes = await world.changes();
  const photoCheck = lookAt !== undefined;
  const kept = {
    report,
    ...(folder && { folder: resolve(folder) }),
    ...(type && { type }),
    keepGoing,
    allowSame,
    jobs,
    list,
    photoCheck,
  };
  await changes.batches.begin({ batch, path, options: { ...kept, rows: total } });
  const sizes = { changes, batch, doneRows: await changes.batches.doneRows(), patientsById };
  const sending = createSending({
    changes,
    recordSize: sizeRecorder(sizes),
    copyPhotos: photoCopier(scratch, jobs),
    batch,
    // If another command continues it, people may have made changes meanwhile.
    allowSame: allowSame && resumed !== undefined ? 'own' : allowSame,
    jobs,
    clock,
    signal,
    maxFailures: MAX_FAILURES_IN_A_ROW,
    ...(onFull && { onFull }),
    onSent: (row, { outcome, error }) => {
      if (error === undefined || !saysNothingOf(outcomes.of(row.number), error)) note(row, outcome);
      onSending(outcomes.counts(total), total);
    },
  });
  try {
    for await (const row of spool.rows()) {
      if (sending.stopped() !== undefined) break;
      if (settledOutcome(row) === undefined || isDoneWithoutSize(row, sizes)) await sending.add(row);
    }
  } finally {
    await sending.end();
  }
  return sending.stopped();
}

/** A row that its report tells as done, and of which an earlier run has left the size. */
const isDoneWithoutSize = (row: CheckedRow, sizes: SizeParts) =>
  row.done?.status === 'created' && row.problems.length === 0 && row.changed === undefined && lacksSize(row, sizes);
