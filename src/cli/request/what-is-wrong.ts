import { isFolder } from '../io/typed-path.ts';

/** The whole check of the photo, so that a bad one is told while its question is open. */
export async function whatIsWrong(path: string): Promise<string | undefined> {
  if (path === '') return 'the path of a photo, such as left.jpg, or of a folder';
  if (await isFolder(path)) {
    const { findPhotos } = await import('../../core/photo-folder.ts');
    const { files, several, unnamed, problems } = await findPhotos(path);
    if (problems.length > 0 && Object.keys(several).length === 0) return problems[0];
    return [files, several].every((found) => Object.keys(found).length === 0) && unnamed.length === 0
      ? 'no photo is in that folder'
      : undefined;
  }
  const { checkPhotoSet, createPhotoBuffers } = await import('../../core/photo-check.ts');
  for await (const { photo } of checkPhotoSet({ front: path }, createPhotoBuffers(), {})) {
    if (!photo.ok) return `${path} ${photo.problem}`;
  }
  return undefined;
}
