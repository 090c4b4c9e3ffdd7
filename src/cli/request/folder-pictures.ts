import { basename } from 'node:path';
import { UPDATE_VIEWS } from '../../contract/fields.ts';
import { requirements } from '../../contract/photo-rules.ts';
import { providersOf } from '../../contract/providers.ts';
import { isReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { isPdfName } from '../../core/photo-folder.ts';
import type { Context } from '../context.ts';

/** A look at more pictures takes too long for what it saves. */
export const MOST_LOOKED_AT = 24;

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

/** Somebody may take a video or a PDF for one of the photos. */
export function tellNoPhotos(folder: string, paths: readonly string[], { streams }: Pick<Context, 'streams'>): void {
  if (paths.length === 0) return;
  const pdfs = paths.filter(isPdfName);
  const kinds = [...(pdfs.length < paths.length ? ['a video'] : []), ...(pdfs.length > 0 ? ['a PDF'] : [])];
  streams.note(`not used of ${folder}: ${namesOf(paths)}; ${kinds.join(' or ')} is no photo`);
}

/** Tells which pictures of the folder are taken for no view, once as long as they are the same. */
export function tellUnused(draft: Draft, { streams }: Pick<Context, 'streams'>): void {
  const { photoFolder } = draft;
  const names = namesOf(unplaced(draft));
  if (photoFolder === undefined || names === '' || photoFolder.unusedTold === names) return;
  photoFolder.unusedTold = names;
  streams.note(`not used of ${photoFolder.path}: ${names}`);
}

/** A folder may hold more than a model of this type can use, and an update has no field for some. */
export function takenViews({ purpose, type }: Draft): readonly View[] {
  if (purpose === 'update') return UPDATE_VIEWS;
  if (!isReconstructionType(type)) return VIEWS;
  const used = providersOf(type).flatMap(({ number }) => requirements(type, String(number)));
  return VIEWS.filter((view) => used.includes(view));
}
