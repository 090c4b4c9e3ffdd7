import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { VIEWS } from '../../contract/reconstruction.ts';
import { findPhotos } from '../photo-folder.ts';
import type { PhotoFiles } from '../photo-set.ts';
import { shown } from '../shown.ts';
import type { Row } from './row.ts';

export interface RowPhotos {
  /** All photos of the row, including unreadable ones: these are reported as unreadable and not as missing. */
  given: PhotoFiles;
  files: PhotoFiles;
  problems: string[];
}

/**
 * Finds a row's photos: first those that it names, then those in its `photos` folder, then those in its own folder. A
 * list of patients may come from anywhere, so no path or link in it may lead out of the list's folder.
 */
export async function locatePhotos({ values, folder, found = {} }: Row): Promise<RowPhotos> {
  const problems: string[] = [];
  const given = values.get('photos');
  let all: PhotoFiles = { ...found };
  if (given !== undefined && given !== '' && isInside(folder, given, problems)) {
    const listed = await findPhotos(resolve(folder, given));
    problems.push(...listed.problems);
    const isEmpty = listed.problems.length === 0 && Object.keys(listed.files).length === 0;
    if (isEmpty) problems.push(`photos ${shown(given)} holds no photo named after its view, such as left.jpg`);
    all = { ...all, ...listed.files };
  }
  const files: PhotoFiles = {};
  for (const view of VIEWS) {
    const named = values.get(view);
    if (named !== undefined && named !== '') all[view] = resolve(folder, named);
    const path = all[view];
    if (path !== undefined && isInside(folder, path, problems)) files[view] = path;
  }
  return { given: all, files, problems };
}

/** A path that does not exist is reported later, when it is read. */
function isInside(folder: string, path: string, problems: string[]): boolean {
  const full = resolve(folder, path);
  const way = relative(folder, realOf(full));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  problems.push(`${shown(path)} lies outside ${shown(folder)}, and an import reads nothing there`);
  return false;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
