import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { parseExact } from '../answer.ts';
import { readFlatObject } from '../flat-object.ts';
import { findPhotos } from '../photo-folder.ts';
import { shown } from '../shown.ts';
import { type Input, ROW_NAMES, type Row } from './row.ts';
import { isPath } from './row-photos.ts';

const RECORD = 'patient.json';
const MAX_RECORD_BYTES = 1_000_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads one folder per patient, in the order of their names: `patient.json`, and photos named after their view. */
export function folderInput(path: string): Input {
  return {
    ...{ path, folder: dirname(path) },
    problems: [],
    style: () => ({ kind: 'ndjson' }),
    async *rows() {
      const names = await patientFolders(path);
      for (const [at, name] of names.entries()) yield await readPatientFolder(path, name, at + 1);
    },
  };
}

/**
 * Names of the folders inside, without hidden ones.
 * @throws ReconError `usage`
 */
export async function patientFolders(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    throw new ReconError('usage', `${shown(path)} ${whyNotRead(error)}`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (names.length === 0 && entries.some(({ name }) => name === RECORD)) throw onePatient(path);
  return names.sort();
}

const onePatient = (path: string) =>
  new ReconError('usage', `${shown(path)} is the folder of one patient; an import takes the folder around it`, {
    hint: { command: ['patients', 'create', '--data', join(path, RECORD), '--photos', path] },
  });

export async function readPatientFolder(path: string, name: string, number: number): Promise<Row> {
  const folder = await realpath(join(path, name));
  const { files: found, problems } = await findPhotos(folder);
  const row: Row = { number, place: name, folder, found, values: new Map(), problems, source: { object: {} } };
  const object = await readRecord(join(folder, RECORD));
  if (typeof object === 'string') problems.push(object);
  else {
    const read = readFlatObject(object, RECORD, ROW_NAMES);
    row.values = read.values;
    problems.push(...read.problems);
  }
  row.source = { object: reportable(typeof object === 'string' ? {} : object, path, name) };
  return row;
}

/** The object, or its problem. */
async function readRecord(path: string): Promise<object | string> {
  try {
    const facts = await stat(path);
    if (!facts.isFile() || facts.size > MAX_RECORD_BYTES) return `${RECORD} is no file of at most 1 MB`;
    // The decoder removes a byte order mark.
    const value = parseExact(utf8.decode(await readFile(path)));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    return `${RECORD} must hold one JSON object, such as {"name": "…", "type": "face"}`;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return `${RECORD} is not UTF-8 text`;
    if (code === 'ENOENT') return `${RECORD} is missing; it holds at least {"name": "…", "type": "face"}`;
    return code === undefined ? `${RECORD} is not valid JSON` : `${RECORD} cannot be read (${code})`;
  }
}

/** The object for a report beside the folder: paths in the report start there. */
function reportable(object: object, path: string, name: string): object {
  const base = basename(path);
  const moved = (value: unknown) => (typeof value === 'string' && value !== '' ? join(base, name, value) : value);
  const entries = Object.entries(object).map(([key, value]): [string, unknown] =>
    isPath(key) ? [key, moved(value)] : [key, value],
  );
  return { photos: relative(dirname(path), join(path, name)), ...Object.fromEntries(entries) };
}
