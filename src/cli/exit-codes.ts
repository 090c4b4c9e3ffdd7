/**
 * The exit codes that scripts may rely on; `recon help exit-codes` prints them. `repeat` tells if, and after what, the
 * same call may be made again.
 */
export const EXIT_CODES: readonly { exit: number; meaning: string; repeat: string }[] = [
  { exit: 0, meaning: 'done', repeat: '-' },
  { exit: 1, meaning: 'unexpected error, a bug', repeat: 'look first' },
  {
    exit: 2,
    meaning: 'usage: bad flag or value, missing input and nobody to ask, a photo, measure or provider rule broken',
    repeat: 'after fixing the call',
  },
  { exit: 3, meaning: 'not found', repeat: 'no' },
  { exit: 4, meaning: 'not logged in, or not allowed', repeat: 'after recon login' },
  {
    exit: 5,
    meaning: 'the service refused the data, the reconstruction is in progress, or the patient is there already',
    repeat: 'after fixing the data',
  },
  { exit: 6, meaning: 'temporary, surely not applied: network, timeout, service unavailable', repeat: 'yes' },
  { exit: 7, meaning: 'some of several failed; the output or the report says which', repeat: 'yes, it does the rest' },
  { exit: 8, meaning: 'the wait ended, generation still going', repeat: 'yes: recon wait ID' },
  { exit: 9, meaning: 'generation failed', repeat: 'after new photos' },
  { exit: 10, meaning: 'outcome unknown: the request may have been applied', repeat: 'recon resume' },
  { exit: 11, meaning: 'bytes refused: corrupt or unsafe archive, not the protocol', repeat: 'look first' },
  {
    exit: 12,
    meaning: 'local storage: disk full, permission, broken config; or another recon is at work on the same',
    repeat: 'after fixing it',
  },
  { exit: 130, meaning: 'Ctrl-C; what runs on the service goes on', repeat: 'yes' },
  { exit: 143, meaning: 'terminated; what runs on the service goes on', repeat: 'yes' },
];

/** Whether the very same call may succeed when made again. */
export const isRetryable = (exit: number): boolean => RETRYABLE.includes(exit);

const RETRYABLE: readonly number[] = [6, 7, 8, 130, 143];
