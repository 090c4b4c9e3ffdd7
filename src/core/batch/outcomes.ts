/** As they stand in a report. */
export type RowStatus = 'created' | 'already_there' | 'failed' | 'unknown' | 'not_sent';

export interface Outcome {
  status: RowStatus;
  id?: string;
  error?: string;
  /** By an earlier run, not by this one. */
  earlier?: boolean;
}

/** What became of how many rows. */
export interface Counts {
  created: number;
  already_there: number;
  failed: number;
  unknown: number;
  not_sent: number;
  /** Created or found by an earlier run. */
  done_before: number;
}

export interface Outcomes {
  note(row: number, outcome: Outcome): void;
  /** A row that nobody came to is `not_sent`. */
  of(row: number): Outcome;
  /** Ids that were created now or by an earlier run of this import. */
  createdIds(): string[];
  counts(total: number): Counts;
}

export function createOutcomes(): Outcomes {
  const byRow = new Map<number, Outcome>();
  const counts: Counts = { created: 0, already_there: 0, failed: 0, unknown: 0, not_sent: 0, done_before: 0 };
  const keyOf = ({ status, earlier }: Outcome) => (earlier === true ? 'done_before' : status);
  return {
    note: (row, outcome) => {
      const before = byRow.get(row);
      if (before !== undefined) counts[keyOf(before)] -= 1;
      counts[keyOf(outcome)] += 1;
      byRow.set(row, outcome);
    },
    of: (row) => byRow.get(row) ?? { status: 'not_sent' },
    createdIds: () =>
      [...byRow.values()].flatMap(({ status, id }) => (status === 'created' && id !== undefined ? [id] : [])),
    counts: (total) => ({ ...counts, not_sent: counts.not_sent + Math.max(0, total - byRow.size) }),
  };
}
