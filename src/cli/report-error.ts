import { type Exit, exitOf, type Line, ReconError, systemErrorCode } from '../errors.ts';
import { lineText } from '../system/line-text.ts';
import { EXIT_CODES } from './exit-code-help.ts';
import { printable, printableJson, printableLines } from './output/printable.ts';

export interface ReportOptions {
  /** One JSON object instead of text. */
  json: boolean;
  /** With the stack. */
  debug: boolean;
  /** The exit number where it is not the code's own: an interrupted command ends with 130 whatever broke. */
  exit?: Exit;
  /** Writes the hint and the details. */
  textOf?: (line: Line) => string;
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
export function describeError(error: ReconError, options: ReportOptions): string {
  const { json, debug, exit = exitOf(error.code), textOf = lineText } = options;
  const details = error.details.map((line) => textOf(line));
  const hint = error.hint && textOf(error.hint);
  const stack = debug ? `${printableLines(stackOf(error))}\n` : '';
  return (
    stack +
    (json ? `${printableJson(errorJson(error, details, hint, exit))}\n` : `${errorText(error, details, hint)}\n`)
  );
}

/** Each part on a line of its own, which no part can begin by itself. */
function errorText({ message, requestId }: ReconError, details: readonly string[], hint: string | undefined): string {
  const about = requestId === undefined ? [] : [`request ${requestId}`];
  const below = [...details, ...about, ...(hint === undefined ? [] : [`Try: ${hint}`])].map((line) => `  ${line}`);
  return [`recon: ${message}`, ...below].map(printable).join('\n');
}

function errorJson(error: ReconError, details: readonly string[], hint: string | undefined, exit: Exit): string {
  return JSON.stringify({
    error: {
      code: error.code,
      message: error.message,
      ...(details.length > 0 && { details }),
      hint: hint ?? null,
      status: error.status ?? null,
      request_id: error.requestId ?? null,
      retryable: EXIT_CODES[exit].isRetryable === true,
      exit,
    },
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
