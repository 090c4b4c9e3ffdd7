/**
 * The errors by name, and their meaning. `exit` is the exit code (`cli/exit-code-help.ts` must describe it in words): 6 is
 * temporary and certainly not applied, 128 and more is a stop by a signal. `stopsAll`: in a batch, every further item
 * would fail in the same way. The service turns its errors into a status in `service/routes/problem.ts`.
 */
const MEANINGS = {
  /** A bug. */
  internal: { exit: 1, stopsAll: true },
  /** A bad flag or value, or missing input with nobody to ask. */
  usage: { exit: 2, stopsAll: true },
  /** A photo that does not pass the check. */
  photo_rejected: { exit: 2 },
  /** A photo, measure or provider rule. */
  rule_broken: { exit: 2 },
  not_found: { exit: 3 },
  /** No token, or 401. */
  not_logged_in: { exit: 4, stopsAll: true },
  /** 403. */
  forbidden: { exit: 4, stopsAll: true },
  /** The service refused the data: 400, 409, 413, 415, 422. */
  refused: { exit: 5 },
  /** The reconstruction is accepted or being generated. */
  in_progress: { exit: 5 },
  already_exists: { exit: 5 },
  /** The interface has no way to do it, and this service names none of its own. */
  not_offered: { exit: 5, stopsAll: true },
  /** `photos check`: a photo, or the set, that is not usable. */
  photo_unusable: { exit: 5 },
  /** Surely not applied: DNS, connect, TLS. A certificate that is not trusted is not to be tried again: `needsPerson`. */
  network: { exit: 6 },
  /** A read that took too long. */
  timeout: { exit: 6 },
  /** 429 after retries. */
  rate_limited: { exit: 6 },
  /** 5xx on a read, after retries. */
  unavailable: { exit: 6 },
  /** A batch with failed rows. */
  partly_failed: { exit: 7 },
  /** The wait ended first. */
  still_running: { exit: 8 },
  generation_failed: { exit: 9 },
  /** The change may have been applied. */
  outcome_unknown: { exit: 10 },
  /** The answer is not the interface's. */
  protocol: { exit: 11 },
  /** What is kept is not what was written. */
  damaged: { exit: 11 },
  /** A corrupt or hostile zip. */
  unsafe_archive: { exit: 11 },
  /** Disk full, permission, broken settings. */
  storage: { exit: 12, stopsAll: true },
  /** Another recon is at work on the same. */
  busy: { exit: 12 },
  /** Ctrl-C. */
  interrupted: { exit: 130, stopsAll: true },
  /** A person answered no. Nothing went wrong, and nothing was done. */
  declined: { exit: 130, stopsAll: true },
  /** SIGTERM. */
  terminated: { exit: 143, stopsAll: true },
} as const satisfies Record<string, { exit: number; stopsAll?: true }>;

export type ErrorCode = keyof typeof MEANINGS;
/** 0 is done. */
export type Exit = 0 | (typeof MEANINGS)[ErrorCode]['exit'];

const EXIT_TEMPORARY = 6;
const FIRST_EXIT_OF_SIGNALS = 128;

/** The exit number of a code. */
export const exitOf = (code: ErrorCode): Exit => MEANINGS[code].exit;

/** A command of ours to type, and words around it: `to look: recon patients list --all, which …`. */
export interface Advice {
  before?: string;
  /** The words after `recon`, not quoted. Which service and profile are meant is added where it is told. */
  command: readonly string[];
  /** A file for its standard input. */
  stdin?: string;
  because?: string;
  /** It is typed on the machine of the service, where neither profile nor address of here is meant. */
  isElsewhere?: true;
}

/** One line for a person. */
export type Line = string | Advice;

export interface ErrorFacts {
  /** The next step, ideally the command to type. */
  hint?: Line | undefined;
  /** Further lines under the message, one fact each. */
  details?: readonly Line[] | undefined;
  /** The service's own description of the problem, if there is one. */
  said?: string | undefined;
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  /** The service's own id of the request, to quote to its operator. */
  requestId?: string | undefined;
  /** How long the service wants to be left alone, ms, where it says so (`Retry-After`). */
  retryAfterMs?: number | undefined;
  /** The answer was a web page: any web server may have given it. */
  isPage?: boolean;
  /** The command was stopped when its request had gone out: the change may be made. */
  mayBeApplied?: boolean;
  /** A person has to put something right first, such as a certificate or a row: the same command again does not help. */
  needsPerson?: boolean;
  cause?: unknown;
}

/** The one error class. Facts are fields; the message is one sentence without a full stop. */
export class ReconError extends Error {
  override readonly name = 'ReconError';
  readonly code: ErrorCode;
  readonly hint: Line | undefined;
  readonly details: readonly Line[];
  readonly said: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isPage: boolean;
  readonly mayBeApplied: boolean;
  readonly needsPerson: boolean;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.hint = facts.hint;
    this.details = facts.details ?? [];
    this.said = facts.said;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.retryAfterMs = facts.retryAfterMs;
    this.isPage = facts.isPage ?? false;
    this.mayBeApplied = facts.mayBeApplied ?? false;
    this.needsPerson = facts.needsPerson ?? false;
  }

  get exit(): Exit {
    return exitOf(this.code);
  }

  /** In a batch, every further item would fail in the same way, so the batch stops. */
  get stopsAll(): boolean {
    return 'stopsAll' in MEANINGS[this.code];
  }

  /** It may pass while a command goes on, and nothing was applied. A certificate may be put right meanwhile. */
  get isTemporary(): boolean {
    return exitOf(this.code) === EXIT_TEMPORARY;
  }

  /** A person or a signal stopped the command. */
  get isStop(): boolean {
    return exitOf(this.code) >= FIRST_EXIT_OF_SIGNALS;
  }

  /** The same error, told with other facts; what the service said stays. */
  with({ message = this.message, ...facts }: Omit<ErrorFacts, 'cause'> & { message?: string }): ReconError {
    const { code, hint, details, said, status, requestId, retryAfterMs, isPage, mayBeApplied } = this;
    const { needsPerson } = this;
    const same = { hint, details, said, status, requestId, retryAfterMs, isPage, mayBeApplied, needsPerson };
    return new ReconError(code, message, { ...same, ...facts, cause: this.cause ?? this });
  }
}

/** True for an error of ours with this code. */
export const hasCode = (error: unknown, code: ErrorCode): error is ReconError =>
  error instanceof ReconError && error.code === code;

/** For `catch`: undefined if a file is not there; any other error is thrown again. */
export function unlessMissing(error: unknown): undefined {
  if (systemErrorCode(error) !== 'ENOENT') throw error;
}

/** The Node error code (`ENOENT`, `ECONNRESET`, …) of a thrown value, if it carries one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
