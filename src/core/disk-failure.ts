import { statfs } from 'node:fs/promises';
import { hasCode, ReconError, systemErrorCode } from '../errors.ts';
import { diskWords } from '../system/disk-words.ts';
import { shown } from './shown.ts';

/** An error of the disk under `path`, in words. */
export function diskFailure(path: string, error: unknown, hint = chooseAnother(error)): ReconError {
  const message = `${shown(path)} cannot be written: ${diskWords(error)}`;
  return new ReconError('storage', message, { hint, cause: error });
}

const chooseAnother = (error: unknown) =>
  `choose another place${isOf(ROOM, error) ? ', or make room there,' : ''} and run the command again`;

/** Runs work on the disk; its failures come out in words. */
export async function onDisk<T>(path: string, work: () => Promise<T>, hintOf = chooseAnother): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReconError || systemErrorCode(error) === undefined) throw error;
    throw diskFailure(path, error, hintOf(error));
  }
}

/** The same in the folder of what this program keeps: in another one it would know of nothing that was sent. */
export const onOwnDisk = <T>(path: string, work: () => Promise<T>): Promise<T> => onDisk(path, work, waysOut);

/**
 * Runs what comes before the first request: a failure of the own disk says that nothing was sent, and names another
 * place.
 */
export async function beforeRequests<T>(work: () => Promise<T>, otherPlace = OTHER_PLACE): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!hasCode(error, 'storage') || systemErrorCode(error.cause) === undefined) throw error;
    throw error.with({ details: [...error.details, 'nothing was sent'], hint: waysOut(error.cause, otherPlace) });
  }
}

export const OTHER_PLACE = 'name another folder (XDG_STATE_HOME=FOLDER before the command)';

/** A folder that was removed meanwhile is made anew. */
function waysOut(error: unknown, otherPlace?: string): string {
  const mended = isOf(ROOM, error) ? 'make room there' : isOf(ACCESS, error) ? 'make it writable' : undefined;
  const other = isOf(REMOVED, error) ? undefined : otherPlace;
  const ways = [mended, other].filter((way) => way !== undefined).join(', or ');
  return `${ways}${ways && ', and '}run the command again`;
}

const isOf = (codes: readonly string[], error: unknown) => codes.includes(systemErrorCode(error) ?? '');
const ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const ACCESS = ['EACCES', 'EPERM', 'EROFS'];
const REMOVED = ['ENOENT'];

/** Throws `storage` if the disk of `folder` has no room for so many bytes. `needs`, `place`: words of the message. */
export async function refuseFullDisk(folder: string, bytes: number, needs: string, place: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bytes <= bavail * bsize) return;
  const [megabytes, left] = [Math.ceil(bytes / 1e6), Math.floor((bavail * bsize) / 1e6)];
  throw new ReconError('storage', `the archive ${needs} ${megabytes} MB and ${place} has ${left} MB left`, {
    hint: 'free some disk space and run the command again',
  });
}
