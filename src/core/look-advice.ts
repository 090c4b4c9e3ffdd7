import { type Advice, ReconError } from '../errors.ts';
import { outcomeUnknown } from '../http/errors.ts';

/**
 * Runs a change. Where its outcome stays unknown, the error says which command shows whether it
 * was made. A 2xx answer that cannot be read leaves the outcome unknown too.
 */
export async function tellingHowToLook<T>(look: Advice, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    if (thrown.code === 'outcome_unknown') throw thrown.with({ hint: look });
    const isSilent = thrown.hint === undefined && thrown.details.length > 0;
    throw thrown.isStop && isSilent ? thrown.with({ hint: look }) : thrown;
  }
}

/** Reads the 2xx answer of a change; whatever cannot be read there leaves the outcome unknown. */
export function readChange<T>(read: () => T): T {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ReconError && thrown.code === 'protocol') throw outcomeUnknown(thrown);
    throw thrown;
  }
}
