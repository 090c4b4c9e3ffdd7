import { systemErrorCode } from '../../errors.ts';
import type { Store } from './store.ts';

/**
 * What is left to do when a change is committed. Where it fails, the change is made all the same: the operator is told,
 * and the caller is not.
 */
export async function tidyUp({ onLog }: Store, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    onLog(`${what}: failed (${systemErrorCode(error) ?? 'unknown fault'})`, 'fault');
  }
}
