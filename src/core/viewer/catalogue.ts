import { stat } from 'node:fs/promises';
import {
  IMPLANT_FIELDS,
  IMPLANT_SIZES,
  type ImplantField,
  type ImplantRow,
  implantOfRow,
  implantProblems,
} from '../../contract/implant-rows.ts';
import type { Implant } from '../../contract/simulation.ts';
import { pointForComma } from '../../contract/typed-measure.ts';
import { ReconError } from '../../errors.ts';
import { whyNotRead } from '../../system/why-not-read.ts';
import { csvTable } from '../import/csv-table.ts';
import type { TableRow } from '../import/table.ts';
import { shown } from '../shown.ts';

const MOST_IMPLANTS = 2000;
const MOST_TOLD = 20;

/**
 * A clinic's own implants from a CSV file: a title for each field, a row for each implant.
 * @throws ReconError `usage` that tells each wrong cell by its row and column
 */
export async function readCatalogue(path: string): Promise<Implant[]> {
  const facts = await stat(path).catch((error: unknown) => {
    throw new ReconError('usage', `the catalogue ${shown(path)} ${whyNotRead(error)}`, { cause: error });
  });
  if (!facts.isFile()) throw new ReconError('usage', `the catalogue ${shown(path)} is not a file`);
  const { titles, rows, problems: faults } = await csvTable(path, new Set(IMPLANT_FIELDS));
  const columns = titles.map(fieldOf);
  const problems = titleProblems(titles, columns);
  const implants: Implant[] = [];
  const places = new Map<string, number>();
  for await (const row of problems.length > 0 ? [] : rows) {
    if (implants.length === MOST_IMPLANTS) throw unusable(path, [`it has more than ${MOST_IMPLANTS} rows`]);
    const found = implantRow(row, columns);
    const wrong = implantProblems(found).map(({ field, message }) => `column ${field} ${message}`);
    const implant = implantOfRow(found);
    const name = JSON.stringify([implant.implant_category.brand.name, implant.reference]);
    const before = places.get(name);
    if (before !== undefined) wrong.push(`has the brand and reference of row ${before}`);
    places.set(name, row.number);
    problems.push(...[...row.problems, ...wrong].map((one) => `row ${row.number}: ${one}`));
    implants.push(implant);
  }
  if (implants.length === 0 && problems.length === 0) problems.push('it has no implants');
  if (problems.length + faults.length > 0) throw unusable(path, [...faults, ...problems]);
  return implants;
}

const fieldOf = (title: string): ImplantField | undefined =>
  IMPLANT_FIELDS.find((field) => field === title.trim().toLowerCase());

function titleProblems(titles: readonly string[], columns: readonly (ImplantField | undefined)[]): string[] {
  const unknown = titles.flatMap((title, at) => {
    if (columns[at] === undefined) return [`column ${at + 1} is called ${JSON.stringify(title.slice(0, 60))}`];
    return columns.indexOf(columns[at]) < at ? [`column ${at + 1} is ${columns[at]} once more`] : [];
  });
  if (unknown.length > 0 || titles.length === 0) return [...unknown, `its columns may be ${IMPLANT_FIELDS.join(', ')}`];
  const missing = (['reference', 'brand', 'volume', 'projection'] as const).filter((one) => !columns.includes(one));
  return missing.map((field) => `there is no column ${field}`);
}

function implantRow({ cells }: TableRow, columns: readonly (ImplantField | undefined)[]): ImplantRow {
  return Object.fromEntries(
    columns.flatMap((field, at) => {
      const text = cells[at]?.trim() ?? '';
      if (field === undefined || text === '') return [];
      const isSize = IMPLANT_SIZES.some((size) => size === field);
      return [[field, isSize ? (pointForComma(text) ?? text) : field === 'white' ? text.toLowerCase() : text]];
    }),
  );
}

function unusable(path: string, problems: readonly string[]): ReconError {
  const more = problems.length > MOST_TOLD ? [`and ${problems.length - MOST_TOLD} more`] : [];
  return new ReconError('usage', `the catalogue ${shown(path)} cannot be used`, {
    details: [...problems.slice(0, MOST_TOLD), ...more],
  });
}
