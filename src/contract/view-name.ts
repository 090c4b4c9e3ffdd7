import type { View } from './reconstruction.ts';

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
