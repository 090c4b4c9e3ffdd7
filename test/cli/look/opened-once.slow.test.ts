import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { checkBeforeSending } from '../../../src/cli/look/check-before-sending.ts';
import { filesToSee } from '../../../src/cli/look/files-to-see.ts';
import { lookAtPhotos } from '../../../src/cli/look/look-at-photos.ts';
import { sortPhotos } from '../../../src/cli/look/sort-photos.ts';
import type { ReconstructionType, View } from '../../../src/contract/reconstruction.ts';
import type { OpenedPhotos } from '../../../src/core/draft.ts';
import type { PhotoFiles } from '../../../src/core/photo-check.ts';
import { seePhoto } from '../../../src/engine/see-photo.ts';
import { SAMPLES } from '../../support/recon-home.ts';

const LONG = { timeout: 120_000 };
const SETS: [ReconstructionType, string, View[]][] = [
  ['face', 'face', ['right', 'front', 'left']],
  ['mammo', 'torso', ['left', 'right', 'front']],
  ['body', 'body', ['back', 'left', 'right', 'front']],
];
const { signal } = new AbortController();
const CONTEXT = {
  signal,
  packageInfo: () => ({ root: resolve(import.meta.dirname, '../../..') }),
  liveLine: async () => ({ tick: () => {}, stop: () => {} }),
} as never;

async function lookAt(type: ReconstructionType, files: PhotoFiles, opened?: OpenedPhotos) {
  const draft = { measures: {}, photoFolder: { opened } } as never;
  return await lookAtPhotos(
    type,
    filesToSee(files, signal, () => {}),
    draft,
    { onStep: () => {} },
    CONTEXT,
  );
}

/** All that is told of a set. */
const toldOf = ({ verdict, findings, photos }: Awaited<ReturnType<typeof lookAt>>) => ({
  ...{ verdict, findings },
  photos: photos.map(({ view, verdict, findings, landmarks }) => ({ view, verdict, findings, landmarks })),
});

test.each(SETS)('photos of a camera are seen once, and the look tells the same of them: %s', LONG, async (...set) => {
  const [type, folder, views] = set;
  const paths = views.map((view) => join(SAMPLES, 'ana', folder, `${view}.jpg`));
  const opened: OpenedPhotos = new Map();
  const unsorted = { type, paths, wanted: views, further: [], front: undefined, opened };
  const { certain } = await sortPhotos(unsorted, CONTEXT);
  const files: PhotoFiles = Object.fromEntries(certain);
  expect(Object.keys(files).sort()).toEqual([...views].sort());
  const looked = await lookAt(type, files, opened);
  expect(toldOf(looked)).toEqual(toldOf(await lookAt(type, files)));
  const images = [...opened.values()];
  for (const { image, seen } of looked.photos) {
    expect(images.some((one) => one === image)).toBe(true);
    expect(seen!.found === seePhoto('front', image, type).found).toBe(true);
  }
  // A person may have said something else.
  const turned = { ...files, left: files.right!, right: files.left! };
  const swapped = await lookAt(type, turned, opened);
  expect(swapped.verdict).toBe('unusable');
  expect(toldOf(swapped)).toEqual(toldOf(await lookAt(type, turned)));
});

test('of a large folder twelve photos are kept open, and none once they are sent', LONG, async () => {
  const names = ['face/front', 'face/left', 'face/right', 'torso/front', 'torso/left', 'torso/right', 'body/front'];
  const paths = ['ana', 'ben'].flatMap((person) => names.map((name) => join(SAMPLES, person, `${name}.jpg`)));
  const opened: OpenedPhotos = new Map();
  await sortPhotos({ type: 'face', paths, wanted: ['front'], further: [], front: undefined, opened }, CONTEXT);
  expect(opened.size).toBe(12);
  const draft = { photoFolder: { opened } };
  await checkBeforeSending(draft as never, undefined, {} as never, CONTEXT);
  expect(draft).toEqual({ photoFolder: {} });
});
