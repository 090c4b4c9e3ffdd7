import type { AppDeps } from '../../deps.ts';
import { Refusal } from '../../domain/refusal.ts';
import { LIMITS } from '../../limits.ts';

/** Takes one of the limited places for uploads, or refuses with 503. Returns a function that gives the place back. */
export function uploadSlot({ uploads }: Pick<AppDeps, 'uploads'>, accountId: number): () => void {
  const own = uploads.get(accountId) ?? 0;
  const all = [...uploads.values()].reduce((sum, count) => sum + count, 0);
  if (own >= LIMITS.uploadsPerAccount || all >= LIMITS.uploads) {
    throw new Refusal(503, 'unavailable', 'too many uploads are under way', { hint: 'Send it again in a few seconds' });
  }
  uploads.set(accountId, own + 1);
  return () => {
    const left = (uploads.get(accountId) ?? 1) - 1;
    if (left > 0) uploads.set(accountId, left);
    else uploads.delete(accountId);
  };
}
