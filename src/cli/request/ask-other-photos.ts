import type { View } from '../../contract/reconstruction.ts';
import { type Draft, viewsOf } from '../../core/draft.ts';
import type { Context } from '../context.ts';
import { askForMissing } from './ask-missing.ts';
import { askForPhoto, type Keep } from './ask-photos.ts';

/** Asks for other photos of these views, which are told as bad. Where a folder takes the place of the whole set, for what it lacks too. */
export async function askForOtherPhotos(
  draft: Draft,
  others: readonly { view: View; keep: Keep }[],
  context: Context,
): Promise<void> {
  const all = viewsOf(draft);
  const before = { ...draft.photos };
  const missing = () => all.filter((view) => draft.photos[view] === undefined);
  const given = () => all.filter((view) => draft.photos[view] !== before[view]).map((view) => draft.photos[view]);
  for (const { view, keep } of others) {
    // A folder given for another view may have brought this one.
    if (draft.photos[view] !== before[view]) continue;
    do await askForPhoto(draft, view, missing, context, { keep, given: given() });
    while (draft.purpose === 'update' && draft.photos[view] === undefined);
  }
  if (draft.purpose !== 'update') await askForMissing(draft, context);
}
