import type { View } from '../../contract/reconstruction.ts';
import { detectFormat, extensionOf, isPhotoFormat, mimeOf, type PhotoFormat } from '../../photo/format.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { CleanPhoto, PhotoRooms } from '../photo-check.ts';
import { checkPhotoSet, type PhotoFiles, readPhotoSet } from '../photo-set.ts';
import { shown } from '../shown.ts';
import type { SoundPhoto } from './checked-row.ts';

export interface PhotosCheck {
  photos: SoundPhoto[];
  problems: string[];
  warnings: string[];
  /** Number of photos with private data, which is removed before sending. */
  stripped: number;
}

/** Reads and decodes a row's photos one after another, and keeps none of their bytes. */
export async function checkPhotos(files: PhotoFiles, rooms: PhotoRooms, signal: AbortSignal): Promise<PhotosCheck> {
  const check: PhotosCheck = { photos: [], problems: [], warnings: [], stripped: 0 };
  for await (const { view, path, photo } of checkPhotoSet(files, rooms, { signal })) {
    if (!photo.ok) {
      check.problems.push(`${view} ${shown(path)} ${photo.problem}`);
      continue;
    }
    const { format, pictureHash } = photo.facts;
    check.photos.push({ ...soundPhoto(view, path, photo, format), pictureHash });
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
  rooms: PhotoRooms,
  signal: AbortSignal,
): Promise<SoundPhoto[]> {
  const photos: SoundPhoto[] = [];
  for await (const { view, path, photo } of readPhotoSet(files, rooms, { signal })) {
    const format = photo.ok ? detectFormat(photo.bytes) : undefined;
    if (photo.ok && isPhotoFormat(format)) photos.push(soundPhoto(view, path, photo, format));
  }
  return photos;
}

const soundPhoto = (view: View, sourcePath: string, { bytes }: CleanPhoto, format: PhotoFormat): SoundPhoto => ({
  view,
  sourcePath,
  sha256: sha256Of(bytes),
  mime: mimeOf(format),
  fileName: `${view}${extensionOf(format)}`,
});
