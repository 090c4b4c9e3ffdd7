import { linkName } from './digest.ts';
import type { PhoneStore } from './kept-photos.ts';
import { setState } from './page-root.ts';
import { finish } from './sending.ts';

/** The set may have been sent from this phone, and only the answer was lost. Else what waits here is of no use any more. */
export async function startGone(store: PhoneStore): Promise<void> {
  const link = linkName(location.pathname);
  const kept = await store.link(link).catch(() => undefined);
  if (kept?.sending !== undefined) {
    setState('loading', 'gone');
    try {
      return await finish(kept, kept.sending, store, () => {});
    } catch {
      // It was not.
    }
  }
  await store.forget(link).catch(() => {});
  setState('failed', 'gone');
}
