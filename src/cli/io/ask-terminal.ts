import type { Clock } from '../../clock.ts';
import { ReconError } from '../../errors.ts';
import type { Streams } from './streams.ts';

/** Over a slow line an answer takes this long; a terminal that never answers is not waited for any longer. */
const PATIENCE_MS = 1000;
const CTRL_C = '\u0003';

/**
 * Sends a question to the terminal itself, and gives what it answers, up to the end of `wanted`; undefined where nothing
 * like that comes. Keys that a person has typed meanwhile go to whoever reads next.
 */
export async function askTerminal(
  { stdin, draw }: Pick<Streams, 'stdin' | 'draw'>,
  question: string,
  wanted: RegExp,
  { clock, signal }: { clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<string | undefined> {
  let heard = '';
  const done = new AbortController();
  const listen = (piece: Buffer) => {
    heard += piece.toString('latin1');
    if (heard.includes(CTRL_C)) done.abort(new ReconError('interrupted', 'stopped by Ctrl-C'));
    else if (wanted.test(heard)) done.abort();
  };
  stdin.setRawMode(true);
  stdin.on('data', listen);
  // A question before this one has paused it.
  stdin.resume();
  try {
    draw(question);
    await clock.sleep(PATIENCE_MS, AbortSignal.any([signal, done.signal])).catch(() => {});
  } finally {
    stdin.off('data', listen);
    stdin.setRawMode(false);
    stdin.pause();
  }
  signal.throwIfAborted();
  if (done.signal.reason instanceof ReconError) throw done.signal.reason;
  const answer = wanted.exec(heard)?.[0];
  const typed = heard.replace(answer ?? '', '');
  if (typed !== '') stdin.unshift(Buffer.from(typed, 'latin1'));
  return answer;
}
