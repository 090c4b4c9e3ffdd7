import type { Exit } from '../errors.ts';

interface ExitHelp {
  meaning: string;
  /** When the same call may be made again. */
  repeat: string;
  /** The very same call may succeed then. */
  isRetryable?: true;
}

/** The exit codes that scripts may rely on, in words; `recon help exit-codes` prints them. */
export const EXIT_CODES: Record<Exit, ExitHelp> = {
  0: { meaning: 'done', repeat: '-' },
  1: { meaning: 'unexpected error, a bug', repeat: 'look first' },
  2: {
    meaning: 'usage: bad flag or value, missing input and nobody to ask, a photo, measure or provider rule broken',
    repeat: 'after fixing the call',
  },
  3: { meaning: 'not found', repeat: 'no' },
  4: { meaning: 'not logged in, or not allowed', repeat: 'after recon login' },
  5: {
    meaning:
      'the service refused the data, the reconstruction is in progress, the patient is there already, a photo that was checked is not usable, or this service has no way to do it',
    repeat: 'after fixing the data',
  },
  6: {
    meaning: 'temporary, surely not applied: network, timeout, service unavailable',
    repeat: 'yes',
    isRetryable: true,
  },
  7: {
    meaning: 'some of several failed; the output or the report says which',
    repeat: 'yes, it does the rest',
    isRetryable: true,
  },
  8: { meaning: 'the wait ended, generation still going', repeat: 'yes: recon wait ID', isRetryable: true },
  9: { meaning: 'generation failed', repeat: 'after new photos' },
  10: { meaning: 'outcome unknown: the request may have been applied', repeat: 'recon resume' },
  11: {
    meaning: 'bytes refused: corrupt or unsafe archive, damaged backup or audit, not the protocol',
    repeat: 'look first',
  },
  12: {
    meaning: 'local storage: disk full, permission, broken config; or another recon is at work on the same',
    repeat: 'after fixing it',
  },
  130: { meaning: 'Ctrl-C; what runs on the service goes on', repeat: 'yes', isRetryable: true },
  143: { meaning: 'terminated; what runs on the service goes on', repeat: 'yes', isRetryable: true },
};
