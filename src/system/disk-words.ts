import { systemErrorCode } from '../errors.ts';

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file',
  ENAMETOOLONG: 'its name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'the disk reports an error',
};

/** What the disk says, for a person; the code of any other failure stands in what `--debug` shows. */
export const diskWords = (error: unknown): string =>
  WORDS[systemErrorCode(error) ?? ''] ?? 'the system reports an error; --debug shows which';
