/**
 * What can go wrong, by name. The command line turns a code into an exit number in one table
 * (`cli/exit-codes.ts`); the service turns its own into a status in `service/routes/problem.ts`.
 */
export type ErrorCode =
  | 'internal' // a bug
  | 'usage' // a bad flag or value, or missing input with nobody to ask
  | 'photo_rejected' // a photo that does not pass the check
  | 'rule_broken' // a photo, measure or provider rule
  | 'not_found'
  | 'not_logged_in' // no token, or 401
  | 'forbidden' // 403
  | 'refused' // the service refused the data: 400, 409, 413, 415, 422
  | 'in_progress' // the reconstruction is accepted or being generated
  | 'already_exists'
  | 'network' // surely not applied: DNS, connect, TLS
  | 'timeout' // a read that took too long
  | 'rate_limited' // 429 after retries
  | 'unavailable' // 5xx on a read, after retries
  | 'partly_failed' // a batch with failed rows
  | 'still_running' // the wait ended first
  | 'generation_failed'
  | 'outcome_unknown' // the change may have been applied
  | 'protocol' // the answer is not the interface's
  | 'unsafe_archive' // a corrupt or hostile zip
  | 'storage' // disk full, permission, broken config
  | 'busy' // another recon is at work on the same
  | 'interrupted' // Ctrl-C
  | 'terminated'; // SIGTERM

export interface ErrorFacts {
  /** What to do next, ideally the line to type. */
  hint?: string;
  /** Further lines under the message, one fact each. */
  details?: string[];
  /** HTTP status of the answer, where there was one. */
  status?: number;
  /** The service's own id of the request, to quote to its operator. */
  requestId?: string;
  /** The command was stopped when its request had gone out: the change may be made. */
  mayBeApplied?: boolean;
  cause?: unknown;
}

/** The one error class. Facts are fields; the message is one sentence without a full stop. */
export class ReconError extends Error {
  override readonly name = 'ReconError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly details: string[];
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly mayBeApplied: boolean;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.hint = facts.hint;
    this.details = facts.details ?? [];
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.mayBeApplied = facts.mayBeApplied ?? false;
  }
}

/** The Node error code (`ENOENT`, `ECONNRESET`, …) of a thrown value, if it carries one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
