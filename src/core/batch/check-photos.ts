import { createHash } from 'node:crypto';
import { VIEWS, type View } from '../../contract/reconstruction.ts';
import { extensionOf } from '../../photo/format.ts';
import { type CleanPhoto, examineClean, type PhotoRooms, readCleanPhoto } from '../photo-check.ts';
import { shown } from '../shown.ts';
import type { SoundPhoto } from './checked-row.ts';

export interface PhotosCheck {
  photos: SoundPhoto[];
  problems: string[];
  warnings: string[];
  stripped: number;
}

/** Reads and decodes a row's photos one after another, and keeps none of their bytes. */
export async function checkPhotos(
  files: Partial<Record<View, string>>,
  rooms: PhotoRooms,
  signal: AbortSignal,
): Promise<PhotosCheck> {
  const check: PhotosCheck = { photos: [], problems: [], warnings: [], stripped: 0 };
  for (const view of VIEWS) {
    const path = files[view];
    if (path === undefined) continue;
    signal.throwIfAborted();
    const clean = await readCleanPhoto(path, false, rooms);
    const photo = clean.ok ? await examined(view, path, clean, check) : clean;
    if (!photo.ok) {
      check.problems.push(`${view} ${shown(path)} ${photo.problem}`);
      continue;
    }
    const twin = check.photos.find(({ pictureHash }) => pictureHash === photo.pictureHash);
    if (twin === undefined) check.photos.push(photo);
    else check.problems.push(`${view} ${shown(path)} is the same picture as ${twin.view} (${shown(twin.path)})`);
  }
  return check;
}

async function examined(view: View, path: string, clean: CleanPhoto, check: PhotosCheck) {
  const sha256 = sha256Of(clean.bytes);
  const checked = await examineClean(clean);
  if (!checked.ok) return checked;
  check.warnings.push(...checked.warnings.map((warning) => `${view} ${shown(path)} ${warning}`));
  if (checked.removed.length > 0) check.stripped += 1;
  const { mime, format, pictureHash } = checked.facts;
  return { ok: true as const, view, path, sha256, mime, fileName: `${view}${extensionOf(format)}`, pictureHash };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
