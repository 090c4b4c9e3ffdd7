import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemErrorCode } from '../errors.ts';

/**
 * Makes a folder, and those above it that are missing, each with this mode. Returns the first one that it made. Node's
 * own way (`recursive`) never ends in a folder such as /proc, which takes no folders and says that nothing is there, and
 * tells a disk that can only be read as a folder that is missing.
 */
export async function makeFolders(path: string, mode = 0o777): Promise<string | undefined> {
  try {
    await mkdir(path, { mode });
    return path;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT' && dirname(path) !== path) return await makeWithParent(path, mode, error);
    return await unlessFolder(path, error);
  }
}

/** @param missing what the system said before */
async function makeWithParent(path: string, mode: number, missing: unknown): Promise<string> {
  const first = await makeFolders(dirname(path), mode);
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Another program made it meanwhile.
    await unlessFolder(path, systemErrorCode(error) === 'ENOENT' ? missing : error);
  }
  return first ?? path;
}

/** A folder may be there already, whatever the system says of making it: of a whole disk, that nobody may. */
async function unlessFolder(path: string, error: unknown): Promise<undefined> {
  const isFolder = await stat(path).then(
    (facts) => facts.isDirectory(),
    (why: unknown) => {
      // Of a link to itself the system says that something is there.
      if (systemErrorCode(why) === 'ELOOP') throw why;
      return false;
    },
  );
  if (!isFolder) throw error;
}
