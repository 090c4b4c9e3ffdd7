import { fstatSync, type Stats } from 'node:fs';
import { type Advice, type Line, ReconError, systemErrorCode } from '../../errors.ts';
import { diskWords } from '../../system/disk-words.ts';
import { appendWhole } from '../../system/durable-file.ts';
import { lineText } from '../../system/line-text.ts';
import { once } from '../once.ts';
import { printable, printableLines } from '../output/printable.ts';
import { wrapLine } from '../output/wrap-line.ts';
import { eraseFrom, type Place, rowsMoved } from './drawn-rows.ts';

type Verbosity = 'quiet' | 'normal' | 'verbose';

export type Streams = ReturnType<typeof createStreams>;

/**
 * stdout is the answer and nothing else; everything said to a person goes to stderr. `say`, `note`, `warn`, `detail` and
 * `answer` escape what a terminal could act on. The first four print one line whatever is in the text: a name with a
 * line break must not look like a second message. `write` and `draw` take text that output/ or a theme has made safe.
 *
 * A stream of the process is made at its first use; making one that is not used costs a start its time. `textOf`
 * writes the lines that are said.
 */
export function createStreams(process: NodeJS.Process, textOf: (line: Line) => string = lineText) {
  let verbosity: Verbosity = 'normal';
  let closed = false;
  let hasWarned = false;
  let row = 0;
  let aside: (() => void) | undefined;
  const stdout = once(() => {
    // Each failed write reports to its own callback; without a listener the same failure would crash.
    process.stdout.on('error', () => {});
    return process.stdout;
  });
  const stderr = once(() => {
    // Nobody is left to be told.
    process.stderr.on('error', () => {});
    return process.stderr;
  });

  /** Where stdout is a file: its descriptor. Node writes to a file once, and on a full disk it takes a part for all. */
  const stdoutFile = once(() => {
    const { fd } = stdout();
    if (fd === undefined) return undefined;
    const facts = fstatSync(fd);
    return facts.isFile() ? { fd, facts } : undefined;
  });
  const writeStdout = async (text: string | Uint8Array) => {
    const file = stdoutFile();
    if (file !== undefined) return appendWhole(file.fd, typeof text === 'string' ? Buffer.from(text) : text);
    await new Promise<void>((done, failed) => {
      stdout().write(text, (error) => (error == null ? done() : failed(error)));
    });
  };
  const write = async (text: string | Uint8Array) => {
    if (closed) return;
    aside?.();
    const failure = await writeStdout(text).catch((error: unknown) => error);
    if (failure === undefined) return;
    if (systemErrorCode(failure) !== 'EPIPE') {
      throw new ReconError('storage', `the answer cannot be written to stdout: ${diskWords(failure)}`, {
        hint: 'send the answer to another place, or make room there, and run the command again',
        cause: failure,
      });
    }
    closed = true;
  };
  const draw = (text: string) => {
    aside?.();
    row += rowsMoved(text);
    stderr().write(text);
  };
  const place = (): Place => ({ row, columns: stderr().columns });
  const messageWidth = () => (stderr().isTTY === true ? stderr().columns || undefined : undefined);
  const messageText = (line: Line, { before = '', width = messageWidth() } = {}) => {
    const whole = typeof line === 'string' ? '' : printable(textOf({ command: line.command }));
    return wrapLine(before + printable(textOf(line)), { width, whole });
  };
  const tell = (line: Line, before = '') => draw(`${messageText(line, { before })}\n`);

  return {
    get stdin() {
      return process.stdin;
    },
    get stderr() {
      return stderr();
    },
    stdinIsTty: () => process.stdin.isTTY === true,
    stdoutIsTty: () => stdout().isTTY === true,
    stderrIsTty: () => stderr().isTTY === true,
    /** Of a terminal that tells 0 columns, as `script` opens one for a timer, ora would clear lines for ever. */
    isSizedTerminal: () => stderr().isTTY === true && stderr().columns !== 0,
    /** Facts of the file that stdout goes to; undefined where it goes to none. */
    stdoutFile: (): Stats | undefined => stdoutFile()?.facts,
    /** Width of the terminal in cells; 80 where unknown. */
    columns: () => stdout().columns || stderr().columns || 80,
    /** Cells in which a message is broken into lines; undefined where it stays one. */
    messageWidth,
    /** A sentence as `say` writes it, broken into lines. */
    messageText,
    /** Lines of the terminal; 24 where unknown. */
    rows: () => stdout().rows || stderr().rows || 24,
    /** The reader of stdout is gone (`| head -1`): a command that only reads may stop. */
    stdoutClosed: () => closed,
    /** Safe text to stdout; resolves when a slow reader has room again. */
    write,
    /** One line of the answer, to stdout. */
    answer: (line: string) => write(`${printableLines(line)}\n`),
    /** Safe text to stderr, as it is. */
    draw,
    /** Where the next text to stderr begins. */
    place,
    /** Takes away what was drawn since then, on a terminal. */
    eraseFrom: (then: Place) => draw(eraseFrom(then, place())),
    /** A sentence to stderr; not with `-q`. */
    say: (line: Line) => {
      if (verbosity !== 'quiet') tell(line);
    },
    /** A command to copy, on lines of its own, likewise. */
    example: (command: Advice) => {
      if (verbosity !== 'quiet') tell(command, '  ');
    },
    /** A sentence to stderr that must not be missed, so also with `-q`. */
    note: (line: Line) => tell(line),
    /** A warning to stderr, also with `-q`. */
    warn: (line: Line) => {
      hasWarned = true;
      tell(line, 'warning: ');
    },
    /** A warning that is drawn, as `draw`. */
    drawWarning: (text: string) => {
      hasWarned = true;
      draw(text);
    },
    /** Whether a person has something to read before a change is made. */
    hasWarned: () => hasWarned,
    /** Said with `-v` only. */
    detail: (line: Line) => {
      if (verbosity === 'verbose') tell(line);
    },
    setVerbosity: (level: Verbosity) => {
      verbosity = level;
    },
    /** As Ctrl-C does it, where the terminal hands it over as a key. */
    interrupt: () => void process.emit('SIGINT'),
    /** Takes a spinner's line away before anything else is written; undefined when none spins. */
    setAside: (clear: (() => void) | undefined) => {
      aside = clear;
    },
  };
}
