import { hasCode, type Line, ReconError } from '../../errors.ts';
import { outcomeUnknown } from '../../http/errors.ts';
import type { Deed, Entry } from '../journal/entry.ts';

const resume = ({ id }: Pick<Entry, 'id'>, ...more: string[]) => ['resume', id, ...more];

/** The command was stopped; a later run goes on. */
export function parked(entry: Entry, stop: ReconError): ReconError {
  const mayBeApplied = entry.inDoubt || entry.state === 'lost';
  const deed = DEED[entry.deed];
  const state = mayBeApplied ? `it is not known yet whether ${deed} was made` : `${deed} was not made`;
  return new ReconError(stop.code, `${stop.message}; ${state}, and what is to be sent is kept on this computer`, {
    hint: { command: resume(entry), because: 'which goes on with it; with --forget it is dropped' },
    mayBeApplied,
    cause: stop,
  });
}

/** The look before a change was stopped, or found no service; who is told so already is not told again. */
export function nothingSent(error: ReconError): ReconError {
  if (error.isStop && /(^|; )nothing was (sent|done)$/.test(error.message)) return error;
  if (error.isStop) return error.with({ message: `${error.message}; nothing was sent` });
  if (!error.isTemporary || error.details.includes(NOTHING_SENT)) return error;
  return error.with({ details: [...error.details, NOTHING_SENT] });
}

/** Whoever answered questions is told the line that has the answers, in place of the command as it was typed. */
export function withAnswers(error: unknown, line: readonly string[]): unknown {
  if (!(error instanceof ReconError) || !error.details.includes(NOTHING_SENT)) return error;
  const again = { before: 'nothing was sent; once the service answers, with all that was answered', command: line };
  return error.with({ details: error.details.map((one) => (one === NOTHING_SENT ? again : one)) });
}

/** Work that comes before a change: whoever stops it, or finds no service, is told that nothing was sent. */
export async function beforeSending<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ReconError ? nothingSent(error) : error;
  }
}

const NOTHING_SENT = 'nothing was sent; once the service answers, type the same command again';

/** No answer and no look told what became of it. */
export function stillOpen(entry: Entry, failure: ReconError | undefined): ReconError {
  if (failure !== undefined && hasCode(failure.cause, 'not_found')) return ofGonePatient(entry, failure);
  const error = failure ?? outcomeUnknown(new ReconError('unavailable', 'the service gave no answer'));
  const look = failure?.hint;
  const isLook = typeof look === 'object' && look.command[0] === 'patients';
  const details = [...error.details, ...(isLook ? [{ ...look, before: 'to see what is there' }] : [])];
  const hint = { command: resume(entry), because: 'which finds out, and makes it where it was not made' };
  return error.with({ details, hint, mayBeApplied: false });
}

/** A later run finds no more. Of a transfer, the answer does not tell whether the patient or the surgeon is not there. */
function ofGonePatient(entry: Entry, failure: ReconError): ReconError {
  const { deed, patient } = entry;
  const gone = `patient ${patient} is not there any more, so whether ${DEED[deed]} was made cannot be seen`;
  return failure.with({
    ...(deed !== 'transfer' && { message: gone }),
    hint: { command: resume(entry, '--forget'), because: 'which drops it, and what is kept of it here' },
    needsPerson: true,
  });
}

/** Only a person can tell. */
export function undecided(entry: Entry, message: string, details: Line[]): ReconError {
  const ids = entry.candidates.length === 0 ? [] : [`it may be: ${entry.candidates.join(', ')}`];
  const whose = entry.patient ?? entry.candidates[0] ?? 'ID';
  return new ReconError('outcome_unknown', message, {
    details: [...details, ...ids, { before: 'it was made', command: resume(entry, '--adopt', whose) }],
    hint: { command: resume(entry, '--recreate'), because: 'if it was not made' },
  });
}

/** It is for the account it was begun with. */
export function ofAnotherToken(entry: Entry): ReconError {
  return undecided(entry, `${DEED[entry.deed]} kept as ${entry.id} was begun with another token than this one`, [
    { before: 'with that token', command: ['resume'], because: 'which goes on by itself' },
  ]);
}

/** An earlier change of the same thing is open, and this one is another. */
export function earlierUnfinished(entry: Entry): ReconError {
  const when = new Date(entry.at).toISOString();
  return new ReconError('outcome_unknown', `${DEED[entry.deed]} of ${when} is still open; nothing was sent`, {
    details: [
      'two changes at once could undo or double each other',
      { before: 'to drop it', command: resume(entry, '--forget') },
    ],
    hint: { command: resume(entry) },
  });
}

const DEED: Record<Deed, string> = {
  create: 'the new patient',
  update: 'the update',
  accept: 'the acceptance',
  after: 'the after-record',
  delete: 'the deletion',
  transfer: 'the transfer',
  'give-back': 'the giving back',
};
