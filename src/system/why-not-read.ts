import { systemErrorCode } from '../errors.ts';

const WHY: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a part of its path is a file',
  EACCES: 'cannot be read: permission denied',
  EPERM: 'cannot be read: permission denied',
  EISDIR: 'is a folder, not a file',
  ENXIO: 'is a socket, not a file',
  ELOOP: 'is a link that leads to itself',
  ENAMETOOLONG: 'has too long a name',
  EIO: 'cannot be read: the disk reports an error',
  EMFILE: 'cannot be read: too many files are open',
  ENFILE: 'cannot be read: too many files are open',
};

/** Why a file could not be opened or read, as a phrase that follows its name. */
export function whyNotRead(error: unknown): string {
  const code = systemErrorCode(error) ?? 'unknown error';
  return WHY[code] ?? `cannot be read (${code})`;
}
