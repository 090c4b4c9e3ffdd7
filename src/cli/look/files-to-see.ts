import type { View } from '../../contract/reconstruction.ts';
import { checkPhotoSet, createPhotoBuffers, type PhotoFiles } from '../../core/photo-check.ts';
import type { PhotoToSee } from './look-at-photos.ts';

/** A file as it was read: its facts, or what is wrong with it as a predicate. */
export type ReadPhoto = { view: View; path: string } & (
  | { problem: string; isSmall: boolean }
  | { widthPx: number; heightPx: number; pictureHash: string; warnings: readonly string[] }
);

/** Photos for a look, each checked first as for a create. A file that does not pass is only told to `onRead`. */
export function filesToSee(
  files: PhotoFiles,
  signal: AbortSignal,
  onRead: (photo: ReadPhoto) => unknown,
): PhotoToSee[] {
  const buffers = createPhotoBuffers();
  const bytesOf = async (view: View, path: string) => {
    for await (const { photo } of checkPhotoSet({ [view]: path }, buffers, { signal })) {
      if (!photo.ok) {
        onRead({ view, path, problem: photo.problem, isSmall: photo.isSmall === true });
        continue;
      }
      const { widthPx, heightPx, pictureHash } = photo.facts;
      onRead({ view, path, widthPx, heightPx, pictureHash, warnings: photo.warnings });
      return photo.bytes;
    }
    return undefined;
  };
  return (Object.entries(files) as [View, string][]).map(([view, path]) => ({ view, read: () => bytesOf(view, path) }));
}
