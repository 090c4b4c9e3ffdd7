import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Finished } from './recon-home.ts';
import { asTerminal, standInProcess } from './stand-in-process.ts';

/** A question, as far as it is waited for, and the keys that follow it. */
export type Keys = readonly [question: RegExp, keys: string];

/** In tmux a terminal is not asked whether it shows pictures. */
const PLAIN_TERMINAL = { TERM: 'xterm', TMUX: 'none', NO_COLOR: '1' };

/** Of the time in which this process has nothing to do: a look at photos may take any time on a busy machine. */
const PATIENCE_MS = 10_000;
const TICK_MS = 100;

/**
 * Runs the command line in this process at a terminal without colours and pictures, where somebody types. Each answer is typed when its question has
 * come after the answer before; a question that does not come hangs up, which leaves with 130.
 */
export async function typeMain(
  args: string[],
  environment: Record<string, string>,
  answers: readonly Keys[],
  { columns = 200, rows }: { columns?: number; rows?: number } = {},
): Promise<Finished & { asked: number }> {
  const { stand, texts } = standInProcess(args, { ...PLAIN_TERMINAL, ...environment });
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
  for (const stream of [stand.stdout, stand.stderr]) {
    asTerminal(stream);
    Object.assign(stream, { columns, ...(rows !== undefined && { rows }) });
    // A prompt ends what it writes to; those of a real process stay open.
    Object.assign(stream, { end: () => stream });
  }
  Object.assign(stand, { stdin });
  let asked = 0;
  let readTo = 0;
  let waitedMs = 0;
  const hangUp = setInterval(() => {
    waitedMs += TICK_MS;
    if (waitedMs >= PATIENCE_MS) stdin.end();
  }, TICK_MS);
  stand.stderr.on('data', () => {
    const next = answers[asked];
    const match = next?.[0].exec(texts.stderr.slice(readTo));
    if (next === undefined || match === null || match === undefined) return;
    readTo = texts.stderr.length;
    asked += 1;
    // The prompt is drawn first, and listens after that.
    setImmediate(() => stdin.write(next[1]));
  });
  try {
    const exitCode = await main(stand);
    return { exitCode, signal: undefined, ...texts, asked };
  } finally {
    clearInterval(hangUp);
  }
}
