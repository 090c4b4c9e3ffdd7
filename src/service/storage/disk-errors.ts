import { systemErrorCode } from '../../errors.ts';

/** True if the disk, or the user's share of it, is full. */
export const isNoRoom = (error: unknown): boolean => isCausedBy(error, (code) => NO_ROOM.has(code));

/** True if the disk can only be read, or this user may not write there any more. */
export const isNotWritable = (error: unknown): boolean =>
  isCausedBy(error, (code) => NOT_WRITABLE.has(code) || code.startsWith('SQLITE_READONLY'));

/** True if the process or the machine has as many files open as it may. */
export const hasTooManyFilesOpen = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes(systemErrorCode(error) ?? '');

function isCausedBy(error: unknown, fits: (code: string) => boolean): boolean {
  if (fits(systemErrorCode(error) ?? '')) return true;
  return error instanceof Error && error.cause !== undefined && isCausedBy(error.cause, fits);
}

/** The service opens and writes its own files alone. */
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);
