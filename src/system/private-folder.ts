import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/** Makes a folder for this user alone (0700), and those above it that are missing. */
export async function makePrivateFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Node tells so of a disk that can only be read, too.
    if (systemErrorCode(error) === 'ENOENT') await access(await nearestFolder(path), constants.W_OK);
    throw error;
  }
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
