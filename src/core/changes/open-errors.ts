import { ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import type { Deed, Entry } from '../journal/entry.ts';

export const resumeLine = ({ id }: Pick<Entry, 'id'>) => `recon resume ${id}`;

/** The command was stopped; a later run goes on. */
export function parked(entry: Entry, stop: ReconError): ReconError {
  const mayBeApplied = entry.inDoubt || entry.state === 'lost';
  const state = mayBeApplied ? 'it is not known yet whether it was made' : 'it was not made';
  return new ReconError(stop.code, `${stop.message}; ${DEED[entry.deed]} is kept as ${entry.id}: ${state}`, {
    hint: `${resumeLine(entry)}, which finishes it (--forget drops it)`,
    mayBeApplied,
    cause: stop,
  });
}

/** No answer and no look told what became of it. */
export function stillOpen(entry: Entry, failure: ReconError | undefined): ReconError {
  const error = failure ?? outcomeUnknown(new ReconError('unavailable', 'the service gave no answer'));
  const look = failure?.hint === undefined ? [] : [`to see what is there: ${failure.hint}`];
  const details = [...error.details, ...look.filter((line) => line.includes('recon patients'))];
  return error.with({ details, hint: resumeLine(entry), mayBeApplied: false });
}

/** Only a person can tell. */
export function undecided(entry: Entry, message: string, details: string[]): ReconError {
  const ids = entry.candidates.length === 0 ? [] : [`it may be: ${entry.candidates.join(', ')}`];
  const whose = entry.patient ?? entry.candidates[0] ?? 'ID';
  return new ReconError('outcome_unknown', message, {
    details: [...details, ...ids, `it was made: ${resumeLine(entry)} --adopt ${whose}`],
    hint: `${resumeLine(entry)} --recreate, if it was not made`,
  });
}

/** It is for the account it was begun with. */
export function ofAnotherToken(entry: Entry): ReconError {
  return undecided(entry, `${DEED[entry.deed]} kept as ${entry.id} was begun with another token than this one`, [
    'with that token, recon resume goes on by itself',
  ]);
}

/** An earlier change of the same thing is open, and this one is another. */
export function openEarlier(entry: Entry): ReconError {
  const when = new Date(entry.at).toISOString();
  return new ReconError('outcome_unknown', `${DEED[entry.deed]} of ${when} is still open; nothing was sent`, {
    details: ['two changes at once could undo or double each other', `to drop it: ${resumeLine(entry)} --forget`],
    hint: resumeLine(entry),
  });
}

const DEED: Record<Deed, string> = {
  create: 'the new patient',
  update: 'the update',
  after: 'the after-record',
  delete: 'the deletion',
  transfer: 'the transfer',
};
