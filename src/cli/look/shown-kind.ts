import { basename } from 'node:path';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { createPhotoBuffers, readPhotoToSend } from '../../core/photo-check.ts';
import type { Context } from '../context.ts';
import { kindTaking } from './look-at-photos.ts';

/** The quickest to look for comes first. */
const KINDS: readonly ReconstructionType[] = ['face', 'body', 'mammo'];
/** One alone may be unusable, and of pictures that a camera has named each may be of another view. */
const MOST_PICTURES = 3;

/** Of what the given photos are, where a look at one or a few of them tells; to mark an answer, which a person still gives. */
export async function shownKind(
  { photos, photoFolder }: Draft,
  context: Context,
): Promise<ReconstructionType | undefined> {
  // A side is quicker to look at.
  const views: readonly View[] = ['left', 'right', 'front'];
  const named = views.flatMap((view) => (photos[view] === undefined ? [] : [{ view, path: photos[view] }]));
  const unnamed = (photoFolder?.unnamed ?? []).map((path) => ({ view: 'front' as const, path }));
  const looked = (named.length > 0 ? named : unnamed).slice(0, MOST_PICTURES);
  if (looked.length === 0) return undefined;
  const live = await context.liveLine();
  const buffers = createPhotoBuffers();
  try {
    for (const { view, path } of looked) {
      live.tick(`looking at ${basename(path)}`);
      const read = async () => {
        const photo = await readPhotoToSend(path, false, buffers);
        return photo.ok ? photo.bytes : undefined;
      };
      const kind = await kindTaking({ view, read }, KINDS, context);
      if (kind !== undefined) return kind;
    }
    return undefined;
  } finally {
    live.stop();
  }
}
