import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError, unlessMissing } from '../../errors.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';
import { replaceFile } from '../../system/replace-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { onDisk } from '../disk-failure.ts';
import { shown } from '../shown.ts';
import { COLUMN_FIELDS, FAMILY_FIRST, foldedTitle, PHONE_WITH_PLUS } from './column-titles.ts';
import { type Columns, fieldName, mappedField } from './columns.ts';
import { REPORT_NAMES } from './report-columns.ts';

/** Folded title → the field of its column; undefined to leave the column alone. */
export type ColumnMap = ReadonlyMap<string, string | undefined>;

/** Words for "leave it alone", beside nothing at all. */
const NO_FIELD = ['', '-', 'none'];

/**
 * The text of a map: a line for each column, `Telefone = phone`, or a JSON object, `{"Telefone": "phone"}`. A column
 * without a field is left alone.
 * @throws ReconError `usage` that names everything wrong
 */
export function readColumnMap(text: string, path: string): ColumnMap {
  const problems: string[] = [];
  const map = new Map<string, string | undefined>();
  for (const [title, written] of pairsOf(text, problems)) {
    const field = written
      .trim()
      .toLowerCase()
      .replaceAll('-', '_')
      .replaceAll(/\s*,\s*/g, ', ');
    const isNone = NO_FIELD.includes(written.trim().toLowerCase());
    if (!isNone && !MAPPED_FIELDS.includes(field) && !COLUMN_FIELDS.includes(field))
      problems.push(`${shown(title)} = ${shown(written.trim())}: no such field`);
    if (map.has(foldedTitle(title))) problems.push(`${shown(title)} is there twice`);
    map.set(foldedTitle(title), isNone ? undefined : field);
  }
  if (problems.length === 0 && map.size === 0) problems.push('it names no column');
  if (problems.length === 0) return map;
  throw new ReconError('usage', `--map ${shown(path)} cannot be used`, {
    details: [...problems, `fields: ${MAPPED_FIELDS.map(mapName).join(', ')}; none leaves a column alone`],
    hint: 'write a line for each column, such as: Telefone = phone',
  });
}

/** Fields that a person may name; those of a report belong to the report. */
export const MAPPED_FIELDS: readonly string[] = [
  ...COLUMN_FIELDS.filter((field) => !REPORT_NAMES.some((name) => name === field)),
  FAMILY_FIRST,
  PHONE_WITH_PLUS,
];

/** A field as a map names it, in a list of them. */
export function mapName(field: string): string {
  if (field === FAMILY_FIRST) return `"${fieldName(field)}" (both in one column)`;
  return field === PHONE_WITH_PLUS ? `${fieldName(field)} (numbers that lost it)` : fieldName(field);
}

function pairsOf(text: string, problems: string[]): [string, string][] {
  const plain = text.replace(/^\ufeff/, '').trim();
  if (plain.startsWith('{')) return jsonPairs(plain, problems);
  return plain.split(/\r?\n/).flatMap((line, at): [string, string][] => {
    if (line.trim() === '' || line.trim().startsWith('#')) return [];
    const cut = line.lastIndexOf('=');
    if (cut > 0) return [[line.slice(0, cut).trim(), line.slice(cut + 1)]];
    problems.push(`line ${at + 1} has no "="`);
    return [];
  });
}

function jsonPairs(text: string, problems: string[]): [string, string][] {
  try {
    return Object.entries(JSON.parse(text)).map(([title, field]): [string, string] => {
      if (field !== null && typeof field !== 'string') problems.push(`${shown(title)} must be a text`);
      return [title, String(field ?? '')];
    });
  } catch (error) {
    problems.push(`it is not valid JSON${error instanceof Error ? `: ${error.message.slice(0, 100)}` : ''}`);
    return [];
  }
}

/** The map that a person confirmed for a list with these titles; undefined if nobody has. */
export async function readKeptMap(folder: string, titles: readonly string[]): Promise<ColumnMap | undefined> {
  const path = placeOf(folder, titles);
  const text = await readFile(path, 'utf8').catch(unlessMissing);
  return text === undefined ? undefined : readColumnMap(text, path);
}

/** Keeps what a person confirmed, as a file that is a map itself. It holds titles and no patient. */
export async function keepMap(folder: string, titles: readonly string[], { all }: Columns): Promise<void> {
  const path = placeOf(folder, titles);
  const byTitle = new Map<string, [title: string, field: string]>();
  for (const column of all) {
    const { title } = column;
    const field = mappedField(column) ?? '';
    const key = foldedTitle(title);
    // Of several columns with one title, the one that is used counts.
    if (key !== '' && !byTitle.get(key)?.[1]) byTitle.set(key, [title, field]);
  }
  const map = Object.fromEntries(byTitle.values());
  await onDisk(path, async () => {
    await makePrivateFolder(folder);
    await replaceFile(path, `${JSON.stringify(map, null, 2)}\n`, `${path}.${process.pid}.tmp`);
  });
}

/** A report of an import has its list's titles and four of its own. */
function placeOf(folder: string, titles: readonly string[]): string {
  const own = titles.map(foldedTitle).filter((title) => !REPORT_NAMES.some((name) => foldedTitle(name) === title));
  return join(folder, `${sha256Of(Buffer.from(JSON.stringify(own))).slice(0, 32)}.json`);
}
