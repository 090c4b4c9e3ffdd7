import { readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { VIEWS, type View } from '../contract/reconstruction.ts';
import { systemErrorCode } from '../errors.ts';
import { whyNotRead } from '../system/why-not-read.ts';
import { shown } from './shown.ts';

/** Endings of pictures, those included that the check will refuse by name. */
const ENDINGS = /^\.(jpe?g|jfif|png|webp|heic|heif|avif|gif|tiff?|bmp|dng)$/i;
const VIDEO_ENDINGS = /^\.(mov|mp4|m4v|avi|3gp|mkv|webm)$/i;

/**
 * Photos named after their view: `left.jpg`, `LEFT_45.JPEG`, `right-45.png`. `several` are those of a view that more than
 * one is named after, which is a problem where nobody can be asked. `unnamed` are the other pictures, in the order of
 * their names, as a camera counts. `noPictures` are named after a view and end as no picture does, `front.pdf`. `noPhotos`
 * are videos, which lie beside photos of a phone, and the other PDFs: some take them for photos. Everything else is left
 * alone. Problems are sentences.
 */
export async function findPhotos(folder: string) {
  const files: Partial<Record<View, string>> = {};
  const several: Partial<Record<View, string[]>> = {};
  const problems: string[] = [];
  let isNoFolder = false;
  const names = await readdir(folder).catch((error): string[] => {
    isNoFolder = ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');
    // A name like left.jpg was meant as a photo; one that is there is told as no folder.
    const what = isPictureName(folder) && systemErrorCode(error) === 'ENOENT' ? 'photo' : 'photo folder';
    problems.push(`the ${what} ${shown(folder)} ${whyNotListed(error)}`);
    return [];
  });
  for (const view of VIEWS) {
    const fitting = names.filter((name) => viewOfName(name) === view).sort();
    if (fitting.length === 1) files[view] = join(folder, fitting[0]!);
    if (fitting.length > 1) {
      several[view] = fitting.map((name) => join(folder, name));
      problems.push(`${view} has more than one photo in ${shown(folder)}: ${fitting.map(shown).join(', ')}`);
    }
  }
  const isNoPicture = (name: string) =>
    !isPictureName(name) && !isVideoName(name) && parse(name).ext !== '' && viewOfStem(name) !== undefined;
  const noPictures = names
    .filter(isNoPicture)
    .sort()
    .map((name) => join(folder, name));
  const noPhotos = names
    .filter((name) => (isVideoName(name) || isPdfName(name)) && !isNoPicture(name))
    .sort()
    .map((name) => join(folder, name));
  const unnamed = names
    .filter((name) => isPictureName(name) && viewOfName(name) === undefined)
    .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
    .map((name) => join(folder, name));
  return { files, problems, several, unnamed, noPictures, noPhotos, isNoFolder };
}

/** `right (right.jpg)`, of a photo that a folder has not; any other name stays. */
export const withFileName = (name: string): string =>
  VIEWS.some((view) => view === name) ? `${name} (${name.replace('_', '-')}.jpg)` : name;

/** Whether a file is a picture, as far as its name tells. What macOS keeps beside a file of another disk is none. */
export const isPictureName = (fileName: string): boolean =>
  ENDINGS.test(parse(fileName).ext) && !fileName.startsWith('._');

const isVideoName = (fileName: string): boolean =>
  VIDEO_ENDINGS.test(parse(fileName).ext) && !fileName.startsWith('._');

export const isPdfName = (fileName: string): boolean => /\.pdf$/i.test(fileName) && !fileName.startsWith('._');

/** The view that a picture is named after. */
export const viewOfName = (fileName: string): View | undefined =>
  isPictureName(fileName) ? viewOfStem(fileName) : undefined;

function viewOfStem(fileName: string): View | undefined {
  const plain = plainName(parse(fileName).name);
  return VIEWS.find((view) => plainName(view) === plain);
}

/** `LEFT-45`, `left_45` and `left 45` are one name. */
const plainName = (name: string) => name.toLowerCase().replaceAll(/[-_ ]/g, '');

const whyNotListed = (error: unknown) => (systemErrorCode(error) === 'ENOTDIR' ? 'is not a folder' : whyNotRead(error));
