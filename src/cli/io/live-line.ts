import ora, { type Ora } from 'ora';
import type { Line } from '../../errors.ts';
import { printable } from '../output/printable.ts';
import type { Streams } from './streams.ts';
import { cutCell, roughTextWidth } from './text-width.ts';

/** The line on stderr that tells what is going on: a spinner on a terminal, a plain line per new state elsewhere. */
export interface LiveLine {
  /** A new state; always worth a line. `drawn` are the lines that a spinner shows instead. */
  state(text: string, drawn?: string | readonly string[]): void;
  /** More about the same state, such as seconds passed; shown only where a line can be redrawn. */
  tick(drawn: string | readonly string[]): void;
  /** That the service is silent, in the place of a spinner's words; undefined when that is over. */
  silence(line: Line | undefined): void;
  /** Takes the spinner away; what was said as a line stays. */
  stop(): void;
  /** Cells of a line that is drawn; more is cut. */
  width(): number;
}

/** `redraw`: a terminal that may be redrawn, so no pipe, no `ACCESSIBLE`, not dumb. */
export function createLiveLine(
  streams: Streams,
  options: { quiet: boolean; redraw: boolean; color: boolean },
): LiveLine {
  const width = () => (streams.messageWidth() ?? Number.POSITIVE_INFINITY) - CELLS_BESIDE_LINE;
  if (options.quiet) return { state: () => {}, tick: () => {}, silence: () => {}, stop: () => {}, width };
  return { ...(options.redraw ? spinner(streams, width, options.color) : plainLines(streams)), width };
}

function plainLines(streams: Streams): Omit<LiveLine, 'width'> {
  let last: string | undefined;
  return {
    state: (text) => {
      if (text !== last) streams.say(text);
      last = text;
    },
    tick: () => {},
    silence: (line) => {
      if (line !== undefined) streams.say(line);
    },
    stop: () => {},
  };
}

/** The sign that turns, a blank, and the last cell, after which some terminals begin a new line. */
const CELLS_BESIDE_LINE = 3;

function spinner(streams: Streams, width: () => number, color: boolean): Omit<LiveLine, 'width'> {
  let shown: Ora | undefined;
  let words: string | readonly string[] | undefined;
  let silence: string[] | undefined;
  const stop = () => {
    streams.setAside(undefined);
    shown?.stop();
    shown = undefined;
  };
  const draw = () => {
    const drawn = silence ?? words;
    if (drawn === undefined) return stop();
    const line = [drawn]
      .flat()
      .map((one) => cutCell(printable(one), width(), roughTextWidth))
      .join('\n');
    // discardStdin would put the terminal into raw mode, where Ctrl-C is no signal. Whether to redraw is decided:
    // by itself, ora would not where `CI` is set, and write each second as a line instead.
    shown ??= ora({
      ...{ stream: streams.stderr, isEnabled: true, discardStdin: false, hideCursor: true },
      color: color ? 'cyan' : false,
    });
    shown.text = line;
    if (!shown.isSpinning) shown.start();
    streams.setAside(() => shown?.clear());
  };
  const show = (drawn: string | readonly string[]) => {
    words = drawn;
    draw();
  };
  return {
    state: (text, drawn = text) => show(drawn),
    tick: show,
    silence: (line) => {
      silence = line === undefined ? undefined : streams.messageText(line, { width: width() }).split('\n');
      draw();
    },
    stop: () => {
      words = undefined;
      silence = undefined;
      stop();
    },
  };
}
