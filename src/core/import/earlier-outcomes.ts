import type { ReconError } from '../../errors.ts';
import type { Batches } from '../journal/journal.ts';
import type { CheckedRow } from './checked-row.ts';
import type { RowOutcome } from './outcomes.ts';
import { modelOf } from './send-row.ts';

/** What the journal tells of a row, without the service: an earlier run has made it, or has left it open. */
export async function earlierOutcomes(
  batch: string,
  batches: Pick<Batches, 'doneRows' | 'openRows'>,
): Promise<(row: Pick<CheckedRow, 'name' | 'request'>) => RowOutcome | undefined> {
  const done = await batches.doneRows();
  const open = await batches.openRows();
  return (row) => {
    const name = `${batch}:${row.name}`;
    const id = done.get(name);
    if (id !== undefined) return { id, status: 'created', earlier: true, ...modelOf(row) };
    return open.has(name) ? { status: 'unknown', error: LEFT_OPEN } : undefined;
  };
}

const LEFT_OPEN = {
  before: 'it was sent, and nobody knows yet whether it was made',
  command: ['resume'],
  because: 'which finds out',
};

/** Whether a failure leaves a row as it was known before: its patient, or the open change, could not be looked at. */
export const saysNothingOf = ({ status }: RowOutcome, { code }: ReconError): boolean =>
  status === 'created' ? code !== 'already_exists' : status === 'unknown' && code === 'busy';
