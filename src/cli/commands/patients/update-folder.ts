import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { type Draft, listed } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { dropUnreadable } from '../../request/ask-photos.ts';
import { flagOf } from '../../request/flags.ts';
import { namesOf, severalOf, unplaced } from '../../request/folder-pictures.ts';
import { placeUnnamed } from '../../request/place-unnamed.ts';

/**
 * Pictures of the folder that are named after no view are looked at, and asked about, for the views that have no new
 * photo. `type` is the patient's only model where none is given. @returns whether there was any to place
 */
export async function placePictures(draft: Draft, type: string | undefined, context: Context): Promise<boolean> {
  const without = () => UPDATE_VIEWS.filter((view) => draft.photos[view] === undefined);
  const areSeveral = severalOf(draft).some((view) => without().includes(view));
  if ((unplaced(draft).length === 0 && !areSeveral) || without().length === 0) return false;
  if (type !== undefined) draft.type ??= type;
  await dropUnreadable(draft, context);
  await placeUnnamed(draft, without, context);
  return true;
}

/** A folder of which nothing is sent is refused: the model would be made anew of the photos it has. */
export function refuseOrTellUnplaced(draft: Draft): void {
  const { photoFolder } = draft;
  // Where it could not be searched, that is told already.
  if (photoFolder?.unnamed === undefined) return;
  const { path, found, unnamed } = photoFolder;
  const pictures = unplaced(draft);
  if (found.length === 0 && unnamed.length === 0) draft.problems.push(`in ${path} there is no photo`);
  else if (found.length === 0 && pictures.length === unnamed.length) {
    const names = `name them ${listed(UPDATE_VIEWS.map((view) => `${view}.jpg`))}`;
    const flags = `give each with ${UPDATE_VIEWS.map(flagOf).join(', ')}`;
    draft.problems.push(`in ${path} no photo is named after its view: ${namesOf(pictures)}; ${names}, or ${flags}`);
  } else if (pictures.length > 0) {
    draft.warnings.push(`in ${path} not named after a view, and not sent: ${namesOf(pictures)}`);
  }
}
