import { setImmediate, setTimeout } from 'node:timers/promises';

/** A terminal that is read at last hands over within this time what it has held back. */
const HANDED_OVER_MS = 10;

/**
 * Takes away the keys of before a question: they were typed while the program worked, and are no answer to it. `onLeave`
 * hears a Ctrl-C or Ctrl-D among them.
 */
export async function dropTypedBefore(stdin: NodeJS.ReadStream, onLeave: () => void): Promise<void> {
  const drop = (keys: Buffer | string) => {
    if (/[\u0003\u0004]/.test(String(keys))) onLeave();
  };
  // As lines are read, an unfinished one would stay.
  stdin.setRawMode(true);
  stdin.on('data', drop);
  stdin.resume();
  try {
    await setTimeout(HANDED_OVER_MS);
    // Also where that time passed before the terminal could be read.
    await setImmediate();
  } finally {
    stdin.off('data', drop);
    stdin.setRawMode(false);
    stdin.pause();
  }
}
