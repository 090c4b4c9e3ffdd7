import { ReconError } from '../../../errors.ts';
import { lastBlobs } from '../../../system/last-start.ts';
import type { Again } from './start-again.ts';

/**
 * Photos and models that lie elsewhere would be taken for lost, and the models be shown as failed. `bucket`: of this start.
 * @throws ReconError `usage`
 */
export function requireLastBucket(dataFolder: string, bucket: string | undefined, again: Again): void {
  const last = lastBlobs(dataFolder);
  if (last === undefined || last === bucket) return;
  const given = bucket === undefined ? 'no --blobs is given' : `--blobs is ${bucket}`;
  throw new ReconError('usage', `photos and models of ${JSON.stringify(dataFolder)} lie in ${last}, and ${given}`, {
    hint: again({ blobs: last }),
  });
}
