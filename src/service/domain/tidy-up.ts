import { systemErrorCode } from '../../errors.ts';
import type { Store } from './store.ts';

/**
 * Runs the work that is left after a commit. If it fails, the change is still made, so the operator is told and the
 * caller is not.
 */
export async function tidyUp({ onLog }: Store, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    onLog(`${what}: failed (${systemErrorCode(error) ?? 'unknown fault'})`, 'fault');
  }
}
