import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import { detectFormat, extensionOf, isPhotoFormat, mimeOf, type PhotoFormat } from '../../photo/format.ts';
import { lineText } from '../../system/line-text.ts';
import { sha256Of } from '../../system/sha256.ts';
import { checkPhotoSet, type PhotoBuffers, type PhotoFiles, type PhotoToSend, readPhotoSet } from '../photo-check.ts';
import { findPhotos } from '../photo-folder.ts';
import { shown } from '../shown.ts';
import type { RowPhoto } from './checked-row.ts';
import type { Row } from './row.ts';

export interface RowPhotos {
  /** All photos of the row, including unreadable ones: these are reported as unreadable and not as missing. */
  given: PhotoFiles;
  files: PhotoFiles;
  /** The folder that the row names gave no photo, which is a problem: not each of them is missing. */
  isFolderLost: boolean;
  problems: string[];
}

/**
 * Finds a row's photos: first those that it names, then those in its `photos` folder, then those in its own folder. A
 * list of patients may come from anywhere, so no path or link in it may lead out of the list's folder.
 */
export async function locatePhotos({ values, folder, found = {} }: Row): Promise<RowPhotos> {
  const problems: string[] = [];
  const given = pathOf(folder, values.get('photos'));
  const inFolder: PhotoFiles = {};
  if (given !== undefined && given !== '' && isInside(folder, given, problems)) {
    const listed = await findPhotos(resolve(folder, given));
    problems.push(...listed.problems);
    const isEmpty = listed.problems.length === 0 && Object.keys(listed.files).length === 0;
    if (isEmpty) {
      const toDo = listed.unnamed.length === 0 ? '' : `; ${NAME_PHOTOS}`;
      problems.push(`photos ${shown(given)} holds no photo named after its view, such as left.jpg${toDo}`);
    }
    Object.assign(inFolder, listed.files);
  }
  const isFolderLost = problems.length > 0 && Object.keys(inFolder).length === 0;
  const all: PhotoFiles = { ...found, ...inFolder };
  const files: PhotoFiles = {};
  for (const view of VIEWS) {
    const named = pathOf(folder, values.get(view));
    if (named !== undefined && named !== '') all[view] = isOfWindows(named) ? named : resolve(folder, named);
    const path = all[view];
    if (path !== undefined && isInside(folder, path, problems)) files[view] = path;
  }
  return { given: all, files, isFolderLost, problems };
}

/** For pictures with the names of a camera. */
export const NAME_PHOTOS = lineText({
  before: 'name them so (left, front, right …), or create this patient alone',
  command: ['patients', 'create', '--photos', 'DIR'],
  because: 'which looks at them and asks',
});

/** True for a column or key that names a photo, or a folder of photos. */
export function isPath(name: string): boolean {
  const field = name.replaceAll('-', '_');
  return field === 'photos' || VIEWS.some((view) => view === field);
}

/** The path as it means the same from everywhere. */
export function absolutePath(folder: string, written: string): string {
  const path = pathOf(folder, written) ?? '';
  return path === '' || isOfWindows(path) ? written : resolve(folder, path);
}

/** A list made on Windows has paths with `\`; elsewhere that is a letter of a name, which hardly any file has. */
function pathOf(folder: string, written: string | undefined): string | undefined {
  if (sep === '\\' || written === undefined || existsSync(resolve(folder, written))) return written;
  return written.replaceAll('\\', '/');
}

/** `C:/photos`, `//server/photos`: on another system they would be looked for in the list's folder. */
const isOfWindows = (path: string) => sep !== '\\' && /^([a-z]:\/|\/\/)/i.test(path);

/** A path that does not exist is reported later, when it is read. */
function isInside(folder: string, path: string, problems: string[]): boolean {
  if (isOfWindows(path)) {
    problems.push(
      `${shown(path)} is a path of another machine; write it from the folder of the list, such as photos/left.jpg`,
    );
    return false;
  }
  const full = resolve(folder, path);
  const way = relative(folder, realOf(full));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return true;
  problems.push(
    `${shown(path)} lies outside ${shown(folder)}, and an import reads nothing there; --folder DIR names the folder of the photos`,
  );
  return false;
}

function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

export interface PhotosCheck {
  photos: RowPhoto[];
  problems: string[];
  warnings: string[];
  /** Number of photos with private data, which is removed before sending. */
  stripped: number;
}

/** Reads and decodes a row's photos one after another, and keeps none of their bytes. */
export async function checkPhotos(files: PhotoFiles, buffers: PhotoBuffers, signal: AbortSignal): Promise<PhotosCheck> {
  const check: PhotosCheck = { photos: [], problems: [], warnings: [], stripped: 0 };
  for await (const { view, path, photo } of checkPhotoSet(files, buffers, { signal })) {
    if (!photo.ok) {
      check.problems.push(`${view} ${shown(path)} ${photo.problem}`);
      continue;
    }
    const { format, pictureHash } = photo.facts;
    check.photos.push({ ...rowPhoto(view, path, photo, format), pictureHash });
    check.warnings.push(...photo.warnings.map((warning) => `${view} ${shown(path)} ${warning}`));
    if (photo.removed.length > 0) check.stripped += 1;
  }
  return check;
}

/**
 * Identifies photos by their bytes alone, without decoding them: an earlier run has decoded them. Bad photos are left
 * out.
 */
export async function recognisePhotos(
  files: PhotoFiles,
  buffers: PhotoBuffers,
  signal: AbortSignal,
): Promise<RowPhoto[]> {
  const photos: RowPhoto[] = [];
  for await (const { view, path, photo } of readPhotoSet(files, buffers, { signal })) {
    const format = photo.ok ? detectFormat(photo.bytes) : undefined;
    if (photo.ok && isPhotoFormat(format)) photos.push(rowPhoto(view, path, photo, format));
  }
  return photos;
}

const rowPhoto = (view: View, sourcePath: string, { bytes }: PhotoToSend, format: PhotoFormat): RowPhoto => ({
  view,
  sourcePath,
  sha256: sha256Of(bytes),
  mime: mimeOf(format),
  fileName: `${view}${extensionOf(format)}`,
});
