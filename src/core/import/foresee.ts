import type { Changes } from '../changes/changes.ts';
import type { CheckedRow } from './checked-row.ts';
import { inOrder } from './in-order.ts';
import type { RowOutcome } from './outcomes.ts';
import { foreseeRow, settledOutcome } from './send-row.ts';

/** What tells a dry run who is there, and leaves no trace. */
export type Foresight = Pick<Changes, 'foreseeCreate' | 'batches'>;

/** A row, and what an import would make of it; `created` is somebody new. */
export interface ForeseenRow extends Pick<CheckedRow, 'number' | 'place' | 'problems'> {
  /** Whom it is about: the name, or else what is known. */
  who: string;
  outcome: RowOutcome;
}

export interface ForeseeParts {
  /** undefined: nobody can tell who is there, and each row that is in order counts as new. */
  foresight: Pick<Foresight, 'foreseeCreate'> | undefined;
  batch: string;
  allowSame: boolean;
  jobs: number;
  signal: AbortSignal;
  onRow(row: number): void;
}

/** @throws ReconError where the reason is not the row itself, such as a service that does not answer */
export async function foreseeRows(
  rows: AsyncIterable<CheckedRow>,
  { foresight, batch, allowSame, jobs, signal, onRow }: ForeseeParts,
): Promise<ForeseenRow[]> {
  const foreseen: ForeseenRow[] = [];
  const look = async (row: CheckedRow): Promise<ForeseenRow> => {
    const { name, email, phone } = row.request.patient;
    const who = name ?? email ?? phone ?? '';
    const settled = settledOutcome(row);
    if (settled !== undefined) return { ...row, who, outcome: settled };
    if (foresight === undefined) return { ...row, who, outcome: { status: 'created' } };
    const { outcome, error } = await foreseeRow(row, { changes: foresight, batch, allowSame });
    if (error !== undefined && outcome.status !== 'failed') throw error;
    return { ...row, who, outcome };
  };
  for await (const { number, place, problems, who, outcome } of inOrder(rows, jobs, look)) {
    signal.throwIfAborted();
    foreseen.push({ number, place, problems, who, outcome });
    onRow(foreseen.length);
  }
  return foreseen;
}
