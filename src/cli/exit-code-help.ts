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
  0: { meaning: 'done', repeat: 'no need' },
  1: { meaning: 'unexpected error, a bug', repeat: 'look first' },
  2: {
    meaning:
      'usage: a bad flag or value, something missing and nobody to ask, a photo or rule broken, --yes missing, a port that is taken',
    repeat: 'after fixing the call',
  },
  3: { meaning: 'not found', repeat: 'no' },
  4: { meaning: 'not logged in, or not allowed', repeat: 'after recon login' },
  5: {
    meaning:
      'the service refused the data, the 3D model is accepted or being made, the patient is there already, a checked photo or set is not usable, or the service has no way to do it',
    repeat: 'after fixing the data',
  },
  6: {
    meaning: 'temporary, certainly not applied: network, timeout, too many requests; or a certificate is not trusted',
    repeat: 'yes; a certificate: after fixing it',
    isRetryable: true,
  },
  7: {
    meaning:
      'some of several failed; the output or the report says which; doctor: something is wrong, or could not be looked at',
    repeat:
      'yes, it does the rest; import: recon_status in the report is created, already_there, failed, unknown or not_sent, and a row that failed is mostly to be put right first; doctor: after what it tells to do',
    isRetryable: true,
  },
  8: { meaning: 'the wait ended, the generation still runs', repeat: 'yes: recon wait ID', isRetryable: true },
  9: { meaning: 'the generation failed', repeat: 'after new photos' },
  10: { meaning: 'outcome unknown: the change may have been applied', repeat: 'recon resume' },
  11: {
    meaning: 'bytes refused: a corrupt or unsafe archive, a damaged backup or audit, or not the interface',
    repeat: 'look first',
  },
  12: {
    meaning: 'local storage: disk full, permission, broken settings; or another recon works on the same data',
    repeat: 'after fixing it',
  },
  130: {
    meaning: 'Ctrl-C, or a no to a question; work that runs on the service continues',
    repeat: 'yes',
    isRetryable: true,
  },
  143: { meaning: 'SIGTERM; work that runs on the service continues', repeat: 'yes', isRetryable: true },
};
