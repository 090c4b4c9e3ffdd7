import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Line } from '../../errors.ts';

/** The words of a report. */
export type RowStatus = 'created' | 'already_there' | 'failed' | 'unknown' | 'not_sent';

/**
 * What has to come before a row that failed and is not the cause is sent again, unchanged: the answer of a service that
 * gave none, or room in an account that is full.
 */
export type WaitsFor = 'answer' | 'room';

export interface RowOutcome {
  status: RowStatus;
  id?: string;
  error?: Line;
  waitsFor?: WaitsFor;
  /** The row was not sent because its person is likely there; nothing of it is wrong. */
  heldBack?: true;
  /** The result comes from an earlier run. */
  earlier?: boolean;
  /** The row has photos, and they were not sent because its patient exists already. */
  photosNotSent?: boolean;
  /** The row has fields that its patient, who exists already, has not or has otherwise; `error` tells which. */
  differs?: boolean;
  /** The patient is there, and its height or weight was not recorded; `error` tells why. */
  lacksSize?: boolean;
  /** Ids of those who were there with the name of this row, who is somebody new. */
  namesakes?: readonly string[];
  /** The model that the service makes of its photos. */
  model?: { type: ReconstructionType; usualSeconds: number | undefined };
}

/** The patient is there. */
export const isDone = ({ status }: RowOutcome): boolean => status === 'created' || status === 'already_there';

/** 3D models of one kind. */
export interface Models {
  /** Ids of the patients. */
  ids: string[];
  /** The usual seconds of the slowest one by the provider table; undefined if the table knows none of them. */
  usualSeconds: number | undefined;
}

/** Numbers of rows by their result. */
export interface Counts {
  created: number;
  already_there: number;
  failed: number;
  /** Those of the failed rows whose person is likely there. */
  held_back: number;
  unknown: number;
  not_sent: number;
  /** Rows created or found by an earlier run. */
  done_before: number;
  /** Rows of existing patients whose photos were not sent. */
  photos_not_sent: number;
  /** Rows that have other fields than their patients, who exist already. */
  differing: number;
  /** Rows whose patients are there without the height or weight. */
  size_not_recorded: number;
}

export interface Outcomes {
  note(row: number, outcome: RowOutcome): void;
  /** A row that was not reached is `not_sent`. */
  of(row: number): RowOutcome;
  /** Whether a row has made this patient, now or earlier. */
  hasMade(id: string): boolean;
  /** Patients that were created, now or earlier, by the 3D model that is made for them. */
  models(): Map<ReconstructionType, Models>;
  counts(total: number): Counts;
}

export function createOutcomes(): Outcomes {
  const byRow = new Map<number, RowOutcome>();
  const made = new Set<string>();
  const counts: Counts = {
    created: 0,
    already_there: 0,
    failed: 0,
    held_back: 0,
    unknown: 0,
    not_sent: 0,
    done_before: 0,
    photos_not_sent: 0,
    differing: 0,
    size_not_recorded: 0,
  };
  const count = ({ status, earlier, photosNotSent, differs, lacksSize, heldBack }: RowOutcome, by: number) => {
    counts[earlier === true ? 'done_before' : status] += by;
    if (photosNotSent === true) counts.photos_not_sent += by;
    if (differs === true) counts.differing += by;
    if (heldBack === true) counts.held_back += by;
    if (lacksSize === true) counts.size_not_recorded += by;
  };
  return {
    note: (row, outcome) => {
      const before = byRow.get(row);
      if (before !== undefined) count(before, -1);
      count(outcome, 1);
      byRow.set(row, outcome);
      if (outcome.status === 'created' && outcome.id !== undefined) made.add(outcome.id);
    },
    of: (row) => byRow.get(row) ?? { status: 'not_sent' },
    hasMade: (id) => made.has(id),
    models: () => {
      const models = new Map<ReconstructionType, Models>();
      for (const { status, id, model } of byRow.values()) {
        if (status !== 'created' || id === undefined || model === undefined) continue;
        const known = models.get(model.type) ?? { ids: [], usualSeconds: undefined };
        known.ids.push(id);
        if ((model.usualSeconds ?? 0) > (known.usualSeconds ?? 0)) known.usualSeconds = model.usualSeconds;
        models.set(model.type, known);
      }
      return models;
    },
    counts: (total) => ({ ...counts, not_sent: counts.not_sent + Math.max(0, total - byRow.size) }),
  };
}
