import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { ReconError } from '../../errors.ts';
import { READ_NOW } from '../../system/open-flags.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { shown } from '../shown.ts';
import type { Input } from './row.ts';

/**
 * The batch behind a path: by its ending a CSV or NDJSON file, or a folder of folders. Nothing is read yet.
 * @throws ReconError `usage` where it is none of these
 */
export async function openInput(path: string): Promise<Input> {
  const facts = await look(path);
  if (facts.isDirectory()) {
    const { folderInput } = await import('./folder-input.ts');
    return folderInput(path);
  }
  if (!facts.isFile()) throw refused(path, 'is no file and no folder');
  const folder = await realpath(dirname(path));
  const ending = extname(path).toLowerCase();
  if (ending === '.ndjson' || ending === '.jsonl') {
    const { ndjsonInput } = await import('./ndjson-input.ts');
    return ndjsonInput(path, folder);
  }
  if (ending === '.csv' || ending === '.tsv') {
    const { csvInput } = await import('./csv-input.ts');
    return csvInput(path, folder);
  }
  throw refused(path, 'is not named .csv, .tsv, .ndjson or .jsonl, and is no folder of patients');
}

async function look(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    throw refused(path, whyNotRead(error), error);
  }
}

/** Opened without ever waiting for a pipe. @throws ReconError `usage` */
export async function openRegularFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, READ_NOW);
  } catch (error) {
    throw refused(path, whyNotRead(error), error);
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw refused(path, 'is no regular file');
}

function refused(path: string, why: string, cause?: unknown): ReconError {
  return new ReconError('usage', `${shown(path)} ${why}`, { hint: 'recon patients import --help', cause });
}
