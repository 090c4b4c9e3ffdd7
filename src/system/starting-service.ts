import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError } from '../errors.ts';

/** A service that is filled with synthetic patients takes longest to start. */
const LONGEST_START_MS = 60_000;

/**
 * The error where no service is set up here yet and one is starting: its folder was made just now, and it says where it
 * answers once it does. undefined where none is. `flags` name the folder, where it was typed. The lock itself is left alone: who tries it could be in the way of the start.
 */
export async function startingService(
  serviceFolder: string,
  flags: readonly string[] = [],
): Promise<ReconError | undefined> {
  const lock = await stat(join(serviceFolder, 'service.lock')).catch(() => undefined);
  if (lock === undefined || Math.abs(Date.now() - lock.mtimeMs) > LONGEST_START_MS) return undefined;
  return new ReconError('unavailable', 'the service on this machine is starting', {
    details: [{ before: 'if it has ended meanwhile', command: ['serve', ...flags] }],
    hint: 'the same command again in a few seconds',
  });
}
