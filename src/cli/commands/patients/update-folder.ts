import { basename } from 'node:path';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { type Draft, listed } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { placeUnnamed, unplaced } from '../../request/ask-photos.ts';
import { flagOf } from '../../request/flags.ts';

/** Of a folder straight from a camera so many pictures are named. */
const PICTURES_NAMED = 6;

/**
 * Pictures of the folder that are named after no view are looked at, and asked about, for the views that have no new
 * photo. `type` is the patient's only model where none is given. @returns whether there was any to place
 */
export async function placePictures(draft: Draft, type: string | undefined, context: Context): Promise<boolean> {
  const without = () => UPDATE_VIEWS.filter((view) => draft.photos[view] === undefined);
  if (unplaced(draft).length === 0 || without().length === 0) return false;
  if (type !== undefined) draft.type ??= type;
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

function namesOf(paths: readonly string[]): string {
  const more = paths.length - PICTURES_NAMED;
  const names = paths.slice(0, PICTURES_NAMED).map((path) => basename(path));
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
