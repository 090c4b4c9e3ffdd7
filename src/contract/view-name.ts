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

/** `patient 5 has the same left and front photos`, of photos that other patients have, too; one for each of these. */
export function sameAsOthers(photos: readonly { view: View; patient_id: number }[]): string[] {
  const others = [...new Set(photos.map((photo) => photo.patient_id))];
  return others.map((other) => {
    const same = photos.filter((photo) => photo.patient_id === other);
    const views = VIEWS.filter((view) => same.some((photo) => photo.view === view));
    const names = views.map(viewName);
    const several = `${names.slice(0, -1).join(', ')} and ${names.at(-1)} photos`;
    return `patient ${other} has the same ${views.length === 1 ? viewWords(views[0]!) : several}`;
  });
}
