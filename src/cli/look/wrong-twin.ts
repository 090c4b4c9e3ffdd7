import { isReconstructionType, type View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import { type PhotoFiles, sameAs } from '../../core/photo-check.ts';
import type { PhotoProblem } from '../../core/photos.ts';
import type { Context } from '../context.ts';
import { filesToSee } from './files-to-see.ts';
import { lookAtPhotos } from './look-at-photos.ts';

/** One picture was given for two views: the problem of the one that it does not show, where a look tells that. */
export async function ofWrongTwin(problem: PhotoProblem, draft: Draft, context: Context): Promise<PhotoProblem> {
  const { view, path, twin } = problem;
  const other = twin && draft.photos[twin];
  if (twin === undefined || other === undefined) return problem;
  const isOther = !(await shows(twin, other, draft, context)) && (await shows(view, path, draft, context));
  return isOther ? { view: twin, path: other, message: sameAs({ view, path }), twin: view } : problem;
}

async function shows(view: View, path: string, draft: Draft, context: Context): Promise<boolean> {
  if (!isReconstructionType(draft.type)) return true;
  const files: PhotoFiles = { [view]: path };
  const photos = filesToSee(files, context.signal, () => {});
  return (await lookAtPhotos(draft.type, photos, draft, { onStep: () => {} }, context)).verdict !== 'unusable';
}
