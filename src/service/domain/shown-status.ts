export const FAILED_STATUS = 'failed';

const MISSING = 'a file of it is missing on the disk of the service';

export interface ShownStatus {
  status: string;
  /** Why it failed, for a person. */
  reason: string | null;
}

/** What is told of a record: failed while a file of it is missing, so that nobody meets that as a fault of the service. */
export const shownOf = (row: ShownStatus & { is_incomplete: number }): ShownStatus =>
  row.is_incomplete === 1 ? { status: FAILED_STATUS, reason: MISSING } : { status: row.status, reason: row.reason };
