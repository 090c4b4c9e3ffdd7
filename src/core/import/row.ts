import type { View } from '../../contract/reconstruction.ts';
import type { Line } from '../../errors.ts';
import { UPDATE_NAMES } from '../draft.ts';
import { REPORT_NAMES } from './report-columns.ts';

/** Every column or key that a row may have, with `_`. A report that is used as the input has its own columns too. */
export const ROW_NAMES: readonly string[] = [...UPDATE_NAMES, ...REPORT_NAMES];

/** A row in its original form, so that a report can repeat it. */
export type Source =
  | { cells: string[] } // CSV
  | { object: object } // NDJSON or a patient's folder
  | { text: string }; // NDJSON that could not be read

/** One patient of the input, not checked yet. */
export interface Row {
  /** From 1, in the order of the input. */
  number: number;
  /** The place in words: `row 5`, `ana`. */
  place: string;
  /** Values by name with `_`; paths as written. */
  values: Map<string, string>;
  /** Values as the list has them, where they are sent otherwise. */
  written?: ReadonlyMap<string, string>;
  /** The titles of columns by field, where they are not the field's own name. */
  titles?: ReadonlyMap<string, string>;
  /** The folder where its paths start; they must not lead out of it. */
  folder: string;
  /** Photos that lie in the row's folder, named after their view. */
  found?: Partial<Record<View, string>>;
  /** Problems found while reading it, without its place. */
  problems: string[];
  /** Sentences about what is sent all the same; none if left out. */
  warnings?: string[];
  source: Source;
  /** In a list that a service has given, whose row it is. */
  own?: OwnRow;
}

/** The number of a patient at a service, and what no patient of another service has. */
export interface OwnRow {
  id: string;
  playerId: string;
}

/** The titles of what a service tells its patients apart by, in a list that it has given. */
const OWN_TITLES = ['id', 'player_id'] as const;

/** The places of these two columns; none where a list has not both. */
export function ownColumns(all: readonly { title: string }[]): readonly number[] {
  const places = OWN_TITLES.map((name) => all.findIndex(({ title }) => title === name));
  return places.includes(-1) ? [] : places;
}

/** Of these two values, as far as they are those of a patient. */
export const ownRow = ([id = '', playerId = '']: readonly string[] = []): Pick<Row, 'own'> =>
  /^[1-9]\d{0,15}$/.test(id) && playerId !== '' ? { own: { id, playerId } } : {};

/** What of an input holds one patient. */
export type Unit = 'row' | 'folder';

/** `1 row`, `3 folders` */
export const counted = (count: number, unit: Unit): string => `${count} ${count === 1 ? unit : `${unit}s`}`;

/** The format of the input, which is also the format of its report. */
export type Style = SheetStyle | { kind: 'ndjson' };

interface SheetStyle {
  kind: 'csv';
  header: string[];
  delimiter: string;
  bom: boolean;
  /** The columns that name photos. */
  paths?: readonly number[];
  /** The title of the column with the types; undefined where no column has them. */
  typeTitle?: string | undefined;
}

/** A file or folder of patients; it can be read once. */
export interface Input {
  /** The path as it was given. */
  path: string;
  /** What holds one patient. */
  unit: Unit;
  /** Where relative paths in its report start. */
  folder: string;
  rows(): AsyncGenerator<Row>;
  /** Known when all rows are read. */
  style(): Style;
  /** How its text is encoded, known when all rows are read; absent where the kind of file has one encoding. */
  encoding?(): string | undefined;
  /** Sentences about the input as a whole, not about a row; known when all rows are read. */
  problems: string[];
  /** Another way to give the same patients; known when all rows are read. */
  otherWay?(): Line[];
  /** What to try where the rows fail by how the input is read; known when all rows are read. */
  wayOut?(): string | undefined;
}
