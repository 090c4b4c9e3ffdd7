import { type FileHandle, open } from 'node:fs/promises';
import { ReconError } from '../../errors.ts';
import { READ_NOW } from '../../system/open-flags.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { shown } from '../shown.ts';

/**
 * Opens a file without ever waiting for a pipe.
 * @throws ReconError `usage`
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  const file = await open(path, READ_NOW).catch((error) => {
    throw refused(path, whyNotRead(error), error);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw refused(path, 'is no regular file');
}

export function refused(path: string, why: string, cause?: unknown): ReconError {
  return new ReconError('usage', `${shown(path)} ${why}`, {
    hint: { command: ['patients', 'import', '--help'] },
    cause,
  });
}
