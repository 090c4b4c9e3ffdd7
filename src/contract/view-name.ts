import type { SentBefore } from './own-routes.ts';
import { VIEWS, type View } from './reconstruction.ts';

const VIEW_NAMES: Readonly<Partial<Record<View, string>>> = {
  left_45: '45° left',
  right_45: '45° right',
  below: 'from below',
};

/** A photo as it is called for a person, in a row or a sentence; what is typed is the flag. */
export const viewName = (view: View): string => VIEW_NAMES[view] ?? view;

/** The same with the word photo: `front photo`, `photo from below`. */
export const viewWords = (view: View): string =>
  view === 'below' ? `photo ${viewName(view)}` : `${viewName(view)} photo`;

/** `patient 5 has the same left and front photos`, of photos that other patients have, too; one for each who have the same. */
export function sameAsOthers(photos: readonly SentBefore[]): string[] {
  const whose = ({ patient_id, patient_ids = [patient_id] }: SentBefore) => inWords(patient_ids.map(String));
  return [...new Set(photos.map(whose))].map((others) => {
    const same = photos.filter((photo) => whose(photo) === others);
    const views = VIEWS.filter((view) => same.some((photo) => photo.view === view));
    const have = others.includes(' ') ? `patients ${others} have` : `patient ${others} has`;
    return `${have} the same ${photosText(views)}`;
  });
}

/** So many views are named. */
const MOST_NAMED = 3;

function photosText(views: readonly View[]): string {
  if (views.length === 1) return viewWords(views[0]!);
  return views.length > MOST_NAMED ? `${views.length} photos` : `${inWords(views.map(viewName))} photos`;
}

const inWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(' and ');
