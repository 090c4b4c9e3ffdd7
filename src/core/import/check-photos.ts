import { VIEWS, type View } from '../../contract/reconstruction.ts';
import { detectFormat, extensionOf, isPhotoFormat, mimeOf } from '../../photo/format.ts';
import { sha256Of } from '../../system/sha256.ts';
import { type BadPhoto, type CleanPhoto, examineClean, type PhotoRooms, readCleanPhoto } from '../photo-check.ts';
import { shown } from '../shown.ts';
import type { SoundPhoto } from './checked-row.ts';

export interface PhotosCheck {
  photos: SoundPhoto[];
  problems: string[];
  warnings: string[];
  /** Number of photos with private data, which is removed before sending. */
  stripped: number;
}

type Files = Partial<Record<View, string>>;

/** Reads and decodes a row's photos one after another, and keeps none of their bytes. */
export async function checkPhotos(files: Files, rooms: PhotoRooms, signal: AbortSignal): Promise<PhotosCheck> {
  const check: PhotosCheck = { photos: [], problems: [], warnings: [], stripped: 0 };
  await eachPhoto(files, rooms, signal, async (view, path, clean) => {
    const photo = clean.ok ? await examined(view, path, clean, check) : clean;
    if (!photo.ok) {
      check.problems.push(`${view} ${shown(path)} ${photo.problem}`);
      return;
    }
    const twin = check.photos.find(({ pictureHash }) => pictureHash === photo.pictureHash);
    if (twin === undefined) check.photos.push(photo);
    else check.problems.push(`${view} ${shown(path)} is the same picture as ${twin.view} (${shown(twin.path)})`);
  });
  return check;
}

/**
 * Identifies photos by their bytes alone, without decoding them: an earlier run has decoded them. Bad photos are left
 * out.
 */
export async function recognisePhotos(files: Files, rooms: PhotoRooms, signal: AbortSignal): Promise<SoundPhoto[]> {
  const photos: SoundPhoto[] = [];
  await eachPhoto(files, rooms, signal, async (view, path, clean) => {
    const photo = clean.ok ? soundPhoto(view, path, clean) : undefined;
    if (photo !== undefined) photos.push(photo);
  });
  return photos;
}

async function eachPhoto(
  files: Files,
  rooms: PhotoRooms,
  signal: AbortSignal,
  look: (view: View, path: string, clean: CleanPhoto | BadPhoto) => Promise<void>,
): Promise<void> {
  for (const view of VIEWS) {
    const path = files[view];
    if (path === undefined) continue;
    signal.throwIfAborted();
    await look(view, path, await readCleanPhoto(path, false, rooms));
  }
}

async function examined(view: View, path: string, clean: CleanPhoto, check: PhotosCheck) {
  const photo = soundPhoto(view, path, clean);
  const checked = await examineClean(clean);
  if (!checked.ok || photo === undefined) return checked as BadPhoto;
  check.warnings.push(...checked.warnings.map((warning) => `${view} ${shown(path)} ${warning}`));
  if (checked.removed.length > 0) check.stripped += 1;
  return { ok: true as const, ...photo, pictureHash: checked.facts.pictureHash };
}

function soundPhoto(view: View, path: string, { bytes }: CleanPhoto): SoundPhoto | undefined {
  const format = detectFormat(bytes);
  if (!isPhotoFormat(format)) return undefined;
  return { view, path, sha256: sha256Of(bytes), mime: mimeOf(format), fileName: `${view}${extensionOf(format)}` };
}
