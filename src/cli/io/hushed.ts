import type { Streams } from './streams.ts';

const CTRL_C = '\u0003';

/**
 * Works while the terminal shows no keys: what somebody types then is no answer to anything. Ctrl-C stops as everywhere.
 */
export async function hushed<T>(
  { stdin, interrupt }: Pick<Streams, 'stdin' | 'interrupt'>,
  work: () => Promise<T>,
): Promise<T> {
  // In raw mode Ctrl-C is a key, and no signal.
  const drop = (keys: Buffer | string) => {
    if (String(keys).includes(CTRL_C)) interrupt();
  };
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.resume();
  try {
    return await work();
  } finally {
    stdin.off('data', drop);
    stdin.setRawMode(false);
    stdin.pause();
  }
}
