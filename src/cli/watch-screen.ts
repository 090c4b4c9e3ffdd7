import { ReconError } from '../errors.ts';
import { countLeftOpen, toResume } from './commands/resume/open-changes.ts';
import type { Context } from './context.ts';
import { printable } from './output/printable.ts';

const EVERY_MS = 5000;
/** An empty one, the foot, what is open, the one of the cursor, and one for a line that is broken. */
const LINES_BELOW = 5;

export interface Frame {
  /** Lines that are safe, with their line ends. */
  text: string;
  /** What makes it another one for those who get a new text and no redrawn one. */
  state: string;
}

/**
 * Shows a frame again and again until Ctrl-C. A terminal that may not be redrawn gets a frame where something has
 * changed. A look that fails for now is told and made again. Below stands what earlier runs left open. Keys would be
 * written into what is drawn over.
 */
export const watchScreen = (look: (rows: number) => Promise<Frame>, context: Context): Promise<never> =>
  context.mayRedraw() ? context.hushed(() => watch(look, context)) : watch(look, context);

async function watch(look: (rows: number) => Promise<Frame>, context: Context): Promise<never> {
  const { streams, clock, signal } = context;
  const { dim, bad } = await context.theme('stdout');
  const draw = context.mayRedraw() ? redraw(streams) : undefined;
  const countOpen = await countLeftOpen(context);
  const linesOf = (count: number) => (count === 0 ? '' : `${printable(context.lineText(toResume(count)))}\n`);
  if (draw === undefined) streams.draw(linesOf(await countOpen()));
  let shown: Frame | undefined;
  for (;;) {
    let foot = `every ${EVERY_MS / 1000} s until Ctrl-C; last look at ${timeOfDay(clock.now())}`;
    let isFailure = false;
    try {
      const frame = await look(streams.rows() - LINES_BELOW);
      if (draw === undefined && frame.state !== shown?.state) await streams.write(`${frame.text}\n`);
      shown = frame;
    } catch (error) {
      if (signal.aborted || !(error instanceof ReconError) || !error.isTemporary || shown === undefined) throw error;
      foot = `${error.message}; it is tried again`;
      isFailure = true;
      if (draw === undefined) streams.warn(foot);
    }
    const open = linesOf(await countOpen());
    const lines = firstLines(shown.text, streams.rows() - LINES_BELOW);
    if (draw !== undefined) await draw(`${lines}\n${open}${(isFailure ? bad : dim)(printable(foot))}\n`);
    await clock.sleep(EVERY_MS, signal);
  }
}

/** What scrolls away cannot be drawn over. */
const firstLines = (text: string, most: number) => `${text.trimEnd().split('\n').slice(0, most).join('\n')}\n`;

/** Text over the text before it. */
function redraw(streams: Context['streams']) {
  let lines = 0;
  let columns = 0;
  return async (text: string) => {
    const isSameWidth = columns === streams.columns();
    columns = streams.columns();
    // Lines that a narrower terminal broke are no longer as many.
    const back = lines === 0 ? '' : isSameWidth ? `\u001b[${lines}A\u001b[J` : '\u001b[2J\u001b[H';
    lines = text.split('\n').length - 1;
    await streams.write(back + text);
  };
}

const timeOfDay = (at: number) => new Date(at).toTimeString().slice(0, 8);
