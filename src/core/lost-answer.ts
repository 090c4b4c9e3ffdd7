import { ReconError } from '../errors.ts';
import { outcomeUnknown } from '../http/errors.ts';

/**
 * Runs a change. Where its outcome stays unknown, the error says which command shows whether it
 * was made. A 2xx answer that cannot be read leaves the outcome unknown too.
 */
export async function tellingHowToLook<T>(lookLine: string, change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (thrown) {
    if (!(thrown instanceof ReconError)) throw thrown;
    if (thrown.code === 'outcome_unknown') throw withHint(thrown, lookLine);
    if (thrown.code === 'interrupted' || thrown.code === 'terminated') {
      throw thrown.hint === undefined && thrown.details.length > 0 ? withHint(thrown, lookLine) : thrown;
    }
    throw thrown;
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

/** The same error with another message or hint. */
export function withHint(error: ReconError, hint: string, message = error.message): ReconError {
  return new ReconError(error.code, message, {
    hint,
    details: error.details,
    mayBeApplied: error.mayBeApplied,
    cause: error.cause ?? error,
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.requestId === undefined ? {} : { requestId: error.requestId }),
  });
}
