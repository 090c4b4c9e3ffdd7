import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { VIEWS, type View } from '../contract/reconstruction.ts';
import { systemErrorCode } from '../errors.ts';
import { whyNotRead } from '../system/why-not-read.ts';
import { shown } from './shown.ts';

/** Endings of pictures, those included that the check will refuse by name. */
const ENDINGS = /^\.(jpe?g|jfif|png|webp|heic|heif|avif|gif|tiff?|bmp|dng)$/i;

/**
 * Photos named after their view: `left.jpg`, `LEFT_45.JPEG`, `right-45.png`. `unnamed` are the other pictures, in the
 * order of their names, as a camera counts. Everything else is left alone. Problems are sentences.
 */
export async function findPhotos(folder: string) {
  const files: Partial<Record<View, string>> = {};
  const problems: string[] = [];
  const names = await readdir(folder).catch((error): string[] => {
    // A name like left.jpg was meant as a photo; one that is there is told as no folder.
    const what = isPictureName(folder) && systemErrorCode(error) === 'ENOENT' ? 'photo' : 'photo folder';
    problems.push(`the ${what} ${shown(folder)} ${whyNotListed(error)}`);
    return [];
  });
  for (const view of VIEWS) {
    const fitting = names.filter((name) => viewOfName(name) === view).sort();
    if (fitting.length === 1) files[view] = join(folder, fitting[0]!);
    if (fitting.length > 1) {
      problems.push(`${view} has more than one photo in ${shown(folder)}: ${fitting.map(shown).join(', ')}`);
    }
  }
  const unnamed = names
    .filter((name) => isPictureName(name) && viewOfName(name) === undefined)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => join(folder, name));
  return { files, problems, unnamed };
}

/** Whether a file is a picture, as far as its name tells. What macOS keeps beside a file of another disk is none. */
export const isPictureName = (fileName: string): boolean =>
  ENDINGS.test(parse(fileName).ext) && !fileName.startsWith('._');

function viewOfName(fileName: string): View | undefined {
  if (!isPictureName(fileName)) return undefined;
  const plain = plainName(parse(fileName).name);
  return VIEWS.find((view) => plainName(view) === plain);
}

/** `LEFT-45`, `left_45` and `left 45` are one name. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');

const whyNotListed = (error: unknown) => (systemErrorCode(error) === 'ENOTDIR' ? 'is not a folder' : whyNotRead(error));
