export const FAILED_STATUS = 'failed';

const MISSING = 'a file of it is missing on the disk of the service';

export interface ShownStatus {
  status: string;
  /** The reason of a failure, in words for a person. */
  reason: string | null;
}

/** The status that a client sees: `failed` while a file of the record is missing, so that reading it is no 500. */
export const shownOf = (row: ShownStatus & { is_incomplete: number }): ShownStatus =>
  row.is_incomplete === 1 ? { status: FAILED_STATUS, reason: MISSING } : { status: row.status, reason: row.reason };
