import { realpath, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { folderInput } from './folder-input.ts';
import { ndjsonInput } from './ndjson-input.ts';
import type { Input } from './row.ts';
import type { SettleColumns } from './table-input.ts';
import { unusableInput } from './text-pieces.ts';

const LINES = ['.ndjson', '.jsonl'];
/** Endings of spreadsheets. What such a file is, its bytes tell; the last four kinds are not read. */
const SPREADSHEETS = ['.csv', '.tsv', '.txt', '.xlsx', '.xlsm', '.xlsb', '.xls', '.ods', '.numbers'];

/**
 * The input of a path: a spreadsheet or NDJSON file, by its ending, or a folder of folders. Nothing is read yet. `photos`:
 * the folder where its paths start, if not its own. `type`: of folders that are named as their patients are.
 * @throws ReconError `usage` if it is none of these
 */
export async function openInput(
  path: string,
  columns: SettleColumns,
  photos?: string,
  type?: ReconstructionType,
): Promise<Input> {
  const facts = await stat(path).catch((error) => {
    throw unusableInput(path, whyNotRead(error), error);
  });
  const folderOrLines = facts.isDirectory() || LINES.includes(extname(path).toLowerCase());
  if (folderOrLines && columns.titles.size > 0) throw unusableInput(path, 'has no columns, and --map names some');
  if (facts.isDirectory() && photos !== undefined) {
    throw unusableInput(path, 'has its photos in its own folders; --folder is for a file that names them');
  }
  if (facts.isDirectory()) return folderInput(path, type);
  if (type !== undefined)
    throw unusableInput(path, 'has a type in each row; --type is for folders without a patient.json');
  if (!facts.isFile()) throw unusableInput(path, 'is no file and no folder');
  const folder = photos === undefined ? await realpath(dirname(path)) : await photosFolder(photos);
  const ending = extname(path).toLowerCase();
  if (LINES.includes(ending)) return ndjsonInput(path, folder);
  if (SPREADSHEETS.includes(ending)) {
    const { tableInput } = await import('./table-input.ts');
    return tableInput(path, folder, columns);
  }
  throw unusableInput(path, 'is not named .xlsx, .csv, .tsv, .txt, .ndjson or .jsonl, and is no folder of patients');
}

async function photosFolder(path: string): Promise<string> {
  const facts = await stat(path).catch((error) => {
    throw unusableInput(path, `${whyNotRead(error)}, and --folder names it`, error);
  });
  if (!facts.isDirectory()) throw unusableInput(path, 'is no folder, and --folder names it');
  return await realpath(path);
}
