import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { ALWAYS_NEEDED } from '../../contract/photo-rules.ts';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { type Line, ReconError, systemErrorCode } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { parseExact } from '../answer.ts';
import { csvLine } from '../csv-line.ts';
import { listed } from '../draft.ts';
import { readFlatObject } from '../flat-object.ts';
import { findPhotos, isPictureName, withFileName } from '../photo-folder.ts';
import { shown } from '../shown.ts';
import { nameOfFolder } from './folder-name.ts';
import { type Input, ROW_NAMES, type Row } from './row.ts';
import { isPath, NAME_PHOTOS } from './row-photos.ts';

/** The file of a patient's folder that holds the values. */
export const RECORD = 'patient.json';
const MAX_RECORD_BYTES = 1_000_000;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads one folder per patient, in the order of their names: `patient.json`, and photos named after their view. `type`: of
 * folders without `patient.json`, which are named as their patients are.
 */
export function folderInput(path: string, type?: ReconstructionType): Input {
  const bare: string[] = [];
  return {
    ...{ path, folder: dirname(path) },
    unit: 'folder',
    problems: [],
    style: () => ({ kind: 'ndjson' }),
    async *rows() {
      const names = await patientFolders(path);
      for (const [at, name] of names.entries()) {
        const row = await readPatientFolder(path, name, at + 1, type);
        if (row.problems.includes(NO_RECORD)) bare.push(name);
        yield row;
      }
    },
    otherWay: () => (bare.length === 0 ? [] : spreadsheetFor(path, bare)),
  };
}

/** The problem of a folder whose patient nothing tells. */
export const NO_RECORD = `${RECORD} is missing; it holds at least {"name": "…", "type": "face"}`;
/** So many rows show how the spreadsheet is made. */
const ROWS_SHOWN = 5;

const NO_NAME =
  'its name is not read as a first name and a surname, such as "Silva, Maria" or "41 Maria Silva"; rename it, or put a patient.json into it';

/** The folders without a record, and the name of the patient that is read from that of the folder. */
export async function bareFolders(path: string): Promise<{ folder: string; name: string | undefined }[]> {
  const bare: { folder: string; name: string | undefined }[] = [];
  for (const folder of await patientFolders(path)) {
    if (existsSync(join(path, folder, RECORD))) continue;
    bare.push({ folder, name: nameOfFolder(folder) });
  }
  return bare;
}

/** What a folder without a record holds, where its name tells whose it is. */
function namedRecord(folder: string, type: ReconstructionType): object | string {
  const name = nameOfFolder(folder);
  return name === undefined ? NO_NAME : { name, type };
}

/** Who writes no JSON writes a spreadsheet: its first rows, to be copied, and the line that imports it. */
function spreadsheetFor(path: string, names: readonly string[]): Line[] {
  const rows = names.slice(0, ROWS_SHOWN).map((name) => [name, 'face', name]);
  const more = names.length - rows.length;
  const byName = ['patients', 'import', path, '--type', 'face', '--dry-run'];
  const named = names.some((name) => nameOfFolder(name) !== undefined)
    ? [
        {
          before: 'or, where the folders are named as their patients are',
          command: byName,
          because: 'which shows the names',
        },
      ]
    : [];
  return [
    ...named,
    `or a spreadsheet in place of each ${RECORD}, with the name, the type (face, mammo or body) and the folder of each patient. As patients.csv:`,
    ...[['name', 'type', 'photos'], ...rows].map((cells) => `  ${csvLine(cells).trimEnd()}`),
    ...(more > 0 ? [`  and a row for each of the ${more} other folders`] : []),
    { before: 'which is imported with', command: ['patients', 'import', 'patients.csv', '--folder', path] },
  ];
}

/** @throws ReconError `usage` for what an export has written: its folder `archives` is no patient */
function refuseExport(path: string): void {
  if (!['manifest.json', 'patients.ndjson'].every((name) => existsSync(join(path, name)))) return;
  throw new ReconError('usage', `${shown(path)} is an export of recon, and no folder of patients`, {
    hint: existsSync(join(path, 'archives'))
      ? {
          before: 'to make a patient of it anew, unpack the archive, and then',
          command: ['patients', 'create', '--data', 'UNPACKED/patient.json'],
          because: 'height and weight stand in patients.csv alone',
        }
      : { before: 'for the records', command: ['patients', 'import', join(path, 'patients.csv')] },
  });
}

/**
 * Names of the folders inside, without hidden ones.
 * @throws ReconError `usage`
 */
export async function patientFolders(path: string): Promise<string[]> {
  refuseExport(path);
  const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
    throw new ReconError('usage', `${shown(path)} ${whyNotRead(error)}`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  if (names.length === 0) {
    const hasRecord = entries.some(({ name }) => name === RECORD);
    if (hasRecord || entries.some(({ name }) => isPictureName(name))) throw onePatient(path, hasRecord);
  }
  return names.sort();
}

const onePatient = (path: string, hasRecord: boolean) =>
  new ReconError('usage', `${shown(path)} is the folder of one patient; an import takes the folder around it`, {
    hint: {
      command: ['patients', 'create', ...(hasRecord ? ['--data', join(path, RECORD)] : []), '--photos', path],
    },
  });

export async function readPatientFolder(
  path: string,
  name: string,
  number: number,
  type?: ReconstructionType,
): Promise<Row> {
  const folder = await realpath(join(path, name));
  const { files, several, problems, unnamed } = await findPhotos(folder);
  const row: Row = { number, place: name, folder, values: new Map(), problems, source: { object: {} } };
  const record = await readRecord(join(folder, RECORD));
  const object = record === NO_RECORD && type !== undefined ? namedRecord(name, type) : record;
  if (typeof object === 'string') {
    problems.push(object);
    const lacking = ALWAYS_NEEDED.filter((view) => files[view] === undefined && several[view] === undefined);
    // Without a record nobody knows what its photos are for, or whether there are to be any.
    if (lacking.length > 0 && lacking.length < ALWAYS_NEEDED.length) problems.push(lackingText(lacking));
  } else {
    row.found = files;
    const read = readFlatObject(object, RECORD, ROW_NAMES);
    row.values = read.values;
    const namesPhotos = [...read.values].some(([key, value]) => isPath(key) && value !== '');
    if (unnamed.length > 0 && Object.keys(files).length === 0 && !namesPhotos) {
      row.warnings = [`none of its pictures is named after its view, such as left.jpg; ${NAME_PHOTOS}`];
    }
    problems.push(...read.problems);
  }
  row.source = { object: reportable(typeof object === 'string' ? {} : object, path, name) };
  return row;
}

const lackingText = (views: readonly View[]) =>
  `${listed(views.map(withFileName))} ${views.length === 1 ? 'is' : 'are'} missing, which every reconstruction needs`;

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
    if (code === 'ENOENT') return NO_RECORD;
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
