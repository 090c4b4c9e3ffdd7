import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolders } from './make-folders.ts';

/** Makes a folder for this user alone (0700), and those above it that are missing. */
export async function makePrivateFolder(path: string): Promise<void> {
  await makeFolders(path, 0o700);
}

/** The folder, or the first one above it that is there. */
export const nearestFolder = (folder: string): Promise<string> =>
  access(folder).then(
    () => folder,
    (error: unknown) => {
      if (dirname(folder) === folder) throw error;
      return nearestFolder(dirname(folder));
    },
  );
