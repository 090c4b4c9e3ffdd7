import { basename } from 'node:path';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { OpenedPhotos } from '../../core/draft.ts';
import { createPhotoBuffers, readPhotoToSend } from '../../core/photo-check.ts';
import { hasCode } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { Context } from '../context.ts';

export interface UnsortedPhotos {
  type: ReconstructionType;
  paths: readonly string[];
  /** The views that are missing. */
  wanted: readonly View[];
  /** Views that are taken too, once the missing ones are known. */
  further: readonly View[];
  /** The front photo, where it is known. */
  front: string | undefined;
  /** Where they are kept, open, for a look at them. */
  opened: OpenedPhotos;
}

/** Most photos that are kept open, of up to 6 MB each. */
const MOST_KEPT = 12;

export interface SortedPhotos {
  certain: Map<View, string>;
  rivals: Map<View, string[]>;
  /** What a photo most likely shows. */
  likely?: { view: View; path: string } | undefined;
}

/** Looks at photos and tells which of them surely show which view, and where several do. One that cannot be read shows none. */
export async function sortPhotos(unsorted: UnsortedPhotos, context: Context): Promise<SortedPhotos> {
  const { type, paths, wanted, further, front, opened } = unsorted;
  const [{ openPhoto }, { seeUnsorted, sortViews }, live] = await Promise.all([
    import('../../engine/look.ts'),
    import('../../engine/sort-views.ts'),
    context.liveLine(),
  ]);
  const buffers = createPhotoBuffers();
  const see = async (path: string) => {
    const read = await readPhotoToSend(path, false, buffers);
    if (!read.ok) return undefined;
    const key = sha256Of(read.bytes);
    const image = opened.get(key) ?? (await openPhoto(read.bytes).catch(ifUnreadable));
    context.signal.throwIfAborted();
    if (image !== undefined && opened.size < MOST_KEPT) opened.set(key, image);
    const seen = image && seeUnsorted(type, image);
    return seen && { ...seen, path };
  };
  try {
    const known = front === undefined ? undefined : await see(front);
    const photos = [];
    for (const [at, path] of paths.entries()) {
      live.tick(`looking at ${basename(path)} (${at + 1} of ${paths.length})`);
      const seen = await see(path);
      if (seen !== undefined) photos.push(seen);
    }
    const { certain, rivals, likely } = sortViews(type, photos, wanted, known);
    const taken = [...certain.values(), ...[...rivals.values()].flat()];
    const others = photos.filter((photo) => !taken.includes(photo));
    const left = further.filter((view) => !wanted.includes(view));
    const more = sortViews(type, others, left, known ?? certain.get('front') ?? rivals.get('front')?.[0]).certain;
    return {
      certain: new Map([...certain, ...more].map(([view, { path }]) => [view, path])),
      rivals: new Map([...rivals].map(([view, several]) => [view, several.map(({ path }) => path)])),
      likely: likely && { view: likely.view, path: likely.photo.path },
    };
  } finally {
    live.stop();
  }
}

function ifUnreadable(error: unknown): undefined {
  if (!hasCode(error, 'photo_rejected')) throw error;
  return undefined;
}
