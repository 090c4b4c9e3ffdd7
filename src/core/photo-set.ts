import { VIEWS, type View } from '../contract/reconstruction.ts';
import {
  type BadPhoto,
  type CheckedPhoto,
  type CleanPhoto,
  examineClean,
  type PhotoRooms,
  readCleanPhoto,
} from './photo-check.ts';
import { shown } from './shown.ts';

export type PhotoFiles = Partial<Record<View, string>>;

export interface SetOptions {
  keepMetadata?: boolean | undefined;
  signal?: AbortSignal | undefined;
}

interface OfSet<Photo> {
  view: View;
  path: string;
  photo: Photo | BadPhoto;
}

/** Reads the photos of one patient, one after another. The bytes of each are there until the next one is read. */
export async function* readPhotoSet(
  files: PhotoFiles,
  rooms: PhotoRooms,
  { keepMetadata = false, signal }: SetOptions,
): AsyncGenerator<OfSet<CleanPhoto>> {
  for (const view of VIEWS) {
    const path = files[view];
    if (path === undefined) continue;
    signal?.throwIfAborted();
    yield { view, path, photo: await readCleanPhoto(path, keepMetadata, rooms) };
  }
}

/** The same, each decoded to its end; one picture given for two views is bad the second time. */
export async function* checkPhotoSet(
  files: PhotoFiles,
  rooms: PhotoRooms,
  options: SetOptions,
): AsyncGenerator<OfSet<CheckedPhoto>> {
  const seen = new Map<string, string>();
  for await (const { view, path, photo: clean } of readPhotoSet(files, rooms, options)) {
    const photo = clean.ok ? await examineClean(clean) : clean;
    const twin = photo.ok ? seen.get(photo.facts.pictureHash) : undefined;
    if (photo.ok && twin === undefined) seen.set(photo.facts.pictureHash, `${view} (${shown(path)})`);
    yield { view, path, photo: twin === undefined ? photo : { ok: false, problem: `is the same picture as ${twin}` } };
  }
}
