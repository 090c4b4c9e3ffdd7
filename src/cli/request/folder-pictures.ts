import { basename } from 'node:path';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';

/** Of a folder straight from a camera so many pictures are named. */
const PICTURES_NAMED = 6;

/** The pictures of the folder that are taken for no view. */
export function unplaced({ photos, photoFolder }: Draft): string[] {
  const taken = Object.values(photos);
  return (photoFolder?.unnamed ?? []).filter((path) => !taken.includes(path));
}

/** Views that more than one photo of the folder is named after. */
export const severalOf = ({ photos, photoFolder }: Draft): View[] =>
  VIEWS.filter((view) => photos[view] === undefined && photoFolder?.several?.[view] !== undefined);

export function namesOf(paths: readonly string[]): string {
  const more = paths.length - PICTURES_NAMED;
  const names = paths.slice(0, PICTURES_NAMED).map((path) => basename(path));
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
