import { exitOf, ReconError, systemErrorCode } from '../errors.ts';
import { isRetryable } from './exit-codes.ts';
import { printable, printableJson, printableLines } from './output/printable.ts';

export interface ReportOptions {
  /** One JSON object instead of text. */
  json: boolean;
  /** With the stack. */
  debug: boolean;
  /** The exit number where it is not the code's own: an interrupted command ends with 130 whatever broke. */
  exit?: number;
  /** Applied to all that is told, so that no hint has to think of it. */
  complete?: (text: string) => string;
}

/** Anything thrown → a ReconError: full disks and closed doors by their name, the rest as a bug. */
export function toReconError(error: unknown): ReconError {
  if (error instanceof ReconError) return error;
  const code = systemErrorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== undefined && STORAGE_CODES.includes(code)) {
    return new ReconError('storage', `this machine refused: ${message}`, { cause: error });
  }
  return new ReconError('internal', `unexpected error: ${message}`, {
    hint: 'run it again with --debug and report what it shows',
    cause: error,
  });
}

const STORAGE_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'ENAMETOOLONG'];

/** The report as it goes to stderr, line break included. */
export function describeError(thrown: ReconError, options: ReportOptions): string {
  const { json, debug, exit = exitOf(thrown.code), complete } = options;
  const error = complete === undefined ? thrown : completed(thrown, complete);
  const stack = debug ? `${printableLines(stackOf(thrown))}\n` : '';
  return stack + (json ? `${printableJson(errorJson(error, exit))}\n` : `${errorText(error)}\n`);
}

type Told = Pick<ReconError, 'code' | 'message' | 'details' | 'hint' | 'status' | 'requestId'>;

function completed(error: ReconError, complete: (text: string) => string): Told {
  const { code, message, details, hint, status, requestId } = error;
  return {
    code,
    message: complete(message),
    details: details.map(complete),
    status,
    requestId,
    hint: hint === undefined ? undefined : complete(hint),
  };
}

/** Each part on a line of its own, which no part can begin by itself. */
function errorText(error: Told): string {
  const about = error.requestId === undefined ? [] : [`request ${error.requestId}`];
  const hint = error.hint === undefined ? [] : [`Try: ${error.hint}`];
  const below = [...error.details, ...about, ...hint].map((line) => `  ${line}`);
  return [`recon: ${error.message}`, ...below].map(printable).join('\n');
}

function errorJson(error: Told, exit: number): string {
  return JSON.stringify({
    error: {
      code: error.code,
      message: error.message,
      ...(error.details.length > 0 && { details: error.details }),
      hint: error.hint ?? null,
      status: error.status ?? null,
      request_id: error.requestId ?? null,
      retryable: isRetryable(exit),
      exit,
    },
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
