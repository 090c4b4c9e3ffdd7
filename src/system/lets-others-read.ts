import type { Stats } from 'node:fs';

/** True if others on this machine may read the file. A pipe belongs to one process, and Windows has no such bits. */
export const letsOthersRead = (facts: Stats): boolean =>
  facts.isFile() && (facts.mode & 0o044) !== 0 && process.platform !== 'win32';
