import type { View } from '../../contract/reconstruction.ts';
import { VALUE_NAMES } from '../draft.ts';

/** What a report adds to its input; a report that is fed back has them too. */
export const REPORT_NAMES = ['recon_id', 'recon_status', 'recon_error', 'recon_row'] as const;
/** Every column or key that a row may have, with `_`. */
export const ROW_NAMES: readonly string[] = [...VALUE_NAMES, ...REPORT_NAMES];

/** A row as it stood in the input, so that a report can give it back. */
export type Source =
  | { cells: string[] } // CSV
  | { object: object } // NDJSON or a patient's folder
  | { text: string }; // NDJSON that could not be read

/** One patient as the input has it, nothing checked yet. */
export interface Row {
  /** From 1, in the order of the input. */
  number: number;
  /** Where a person finds it: `line 5`, `ana`. */
  place: string;
  /** By name with `_`; paths as written. */
  values: Map<string, string>;
  /** Where its paths start, and what they must not lead out of. */
  folder: string;
  /** Photos that lie in the row's folder, named after their view. */
  found?: Partial<Record<View, string>>;
  /** What was wrong while reading it, without its place. */
  problems: string[];
  source: Source;
}

/** How the input is written, and so its report. */
export type Style = { kind: 'csv'; header: string[]; delimiter: string; bom: boolean } | { kind: 'ndjson' };

/** A file or folder of patients, to be read once. */
export interface Input {
  /** As it was given. */
  path: string;
  rows(): AsyncGenerator<Row>;
  /** Known when all rows are read. */
  style(): Style;
  /** Sentences about the input as a whole, which no row can be blamed for; known when all rows are read. */
  problems: string[];
}
