import { realpath, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { whyNotRead } from '../../system/why-not-read.ts';
import { folderInput } from './folder-input.ts';
import { ndjsonInput } from './ndjson-input.ts';
import type { Input } from './row.ts';
import { unusableInput } from './text-pieces.ts';

/**
 * The input of a path: a CSV or NDJSON file, by its ending, or a folder of folders. Nothing is read yet.
 * @throws ReconError `usage` if it is none of these
 */
export async function openInput(path: string): Promise<Input> {
  const facts = await stat(path).catch((error) => {
    throw unusableInput(path, whyNotRead(error), error);
  });
  if (facts.isDirectory()) return folderInput(path);
  if (!facts.isFile()) throw unusableInput(path, 'is no file and no folder');
  const folder = await realpath(dirname(path));
  const ending = extname(path).toLowerCase();
  if (ending === '.ndjson' || ending === '.jsonl') return ndjsonInput(path, folder);
  if (ending === '.csv' || ending === '.tsv') {
    const { csvInput } = await import('./csv-input.ts');
    return csvInput(path, folder);
  }
  throw unusableInput(path, 'is not named .csv, .tsv, .ndjson or .jsonl, and is no folder of patients');
}
