import { shown } from '../core/shown.ts';
import { type Exit, type Line, ReconError, systemErrorCode } from '../errors.ts';
import { diskWords } from '../system/disk-words.ts';
import { lineText } from '../system/line-text.ts';
import { isProgramReplaced, programReplaced } from '../system/program-replaced.ts';
import { withoutTokens } from '../system/without-tokens.ts';
import { EXIT_CODES } from './exit-code-help.ts';
import { PLAIN_THEME, type Theme } from './io/theme.ts';
import { printable, printableJson, printableLines } from './output/printable.ts';
import { withQuietAside } from './output/step-text.ts';
import { wrapLine } from './output/wrap-line.ts';

export interface ReportOptions {
  /** One JSON object instead of text. */
  json: boolean;
  /** With the stack. */
  debug: boolean;
  /** The exit number where it is not the code's own: an interrupted command ends with 130 whatever broke. */
  exit?: Exit;
  /** Writes the hint and the details. */
  textOf?: (line: Line) => string;
  /** Cells in which a text is broken into lines; undefined for one that is not. */
  width?: number | undefined;
  /** What a command is for stands behind it in the quiet colour. */
  theme?: Pick<Theme, 'dim'>;
}

/** Anything thrown → a ReconError: full disks and closed doors by their name, the rest as a bug. */
export function toReconError(error: unknown): ReconError {
  if (error instanceof ReconError) return error;
  if (isProgramReplaced(error)) return programReplaced(error);
  const code = systemErrorCode(error);
  const message = error instanceof Error ? error.message : String(error);
  if (code !== undefined && STORAGE_CODES.includes(code)) {
    const about = pathOf(error);
    const place = about === undefined ? 'this machine refused' : `${shown(about)} cannot be used`;
    return new ReconError('storage', `${place}: ${diskWords(error)}`, {
      hint: DENIED.includes(code) ? OTHER_USER : 'make room or choose another place, and run the command again',
      cause: error,
    });
  }
  return new ReconError('internal', `unexpected error: ${message}`, {
    hint: 'run it again with --debug, and report what that shows',
    cause: error,
  });
}

/** Of a program that was replaced meanwhile: what has become of the command, and what to do. */
export function withOutcome(error: ReconError, hasSentChange: boolean): ReconError {
  if (!isProgramReplaced(error.cause)) return error;
  if (!hasSentChange)
    return error.with({ details: ['nothing was changed at the service'], hint: 'the same command again' });
  const because = 'to see what was made; what was told above is done';
  return error.with({ details: ['a change had been sent by then'], hint: { command: ['patients', 'list'], because } });
}

/** The exit number. Whatever broke on the way out, the person's Ctrl-C is why. */
export const exitAfter = (error: unknown, { aborted, reason }: AbortSignal): Exit =>
  (aborted && reason instanceof ReconError ? reason : toReconError(error)).exit;

const pathOf = (error: unknown): string | undefined => {
  const path = (error as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : undefined;
};

const DENIED = ['EACCES', 'EPERM'];
const OTHER_USER =
  'type it as the user to whom that belongs, such as the one who runs the service (sudo -u USER before it), or choose another place';

const STORAGE_CODES = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENAMETOOLONG',
];

/** The report as it goes to stderr, line break included. */
export function describeError(error: ReconError, options: ReportOptions): string {
  const { json, debug, exit = error.exit, textOf = lineText } = options;
  const stack = debug ? `${printableLines(stackOf(error))}\n` : '';
  if (!json) return withoutTokens(`${stack}${errorText(error, { ...options, textOf })}\n`);
  const details = error.details.map((line) => textOf(line));
  return withoutTokens(`${stack}${printableJson(errorJson(error, details, error.hint && textOf(error.hint), exit))}\n`);
}

/** Each part on a line of its own, which no part can begin by itself; on a terminal broken at blanks. */
function errorText(
  { code, message, requestId, details, hint }: ReconError,
  { textOf, width, theme = PLAIN_THEME }: Required<Pick<ReportOptions, 'textOf'>> & ReportOptions,
): string {
  const below = (line: Line, before = '') => {
    const textWithin = (whole: string) =>
      wrapLine(printable(`  ${before}${textOf(line)}`), { width, whole, indent: '    ' });
    if (typeof line === 'string') return textWithin('');
    const { because, ...withoutAside } = line;
    const text = textWithin(printable(textOf({ command: line.command })));
    const commandEnd = printable(`  ${before}${textOf(withoutAside)}`).length;
    return because ? withQuietAside(text, commandEnd, theme) : text;
  };
  return [
    // An answer of a person is no failure.
    wrapLine(printable(code === 'declined' ? message : `recon: ${message}`), { width }),
    ...details.map((line) => below(line)),
    ...(hint === undefined ? [] : [below(hint, 'Try: ')]),
    // For whoever runs the service, so last.
    ...(requestId === undefined ? [] : [below(`request ${requestId}`)]),
  ].join('\n');
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
      retryable: EXIT_CODES[exit].isRetryable === true && !error.needsPerson,
      exit,
    },
  });
}

function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
