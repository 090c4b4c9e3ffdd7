import { ReconError } from '../../errors.ts';
import type { Entry, Plan, Step } from './entry.ts';

/**
 * Versions of the lines. A later one may mean something we do not know, so it is refused. With 2 begins a change that
 * recon before 0.6.0 does not know.
 */
const VERSIONS = [1, 2] as const;
export type LineVersion = (typeof VERSIONS)[number];

export interface PlannedLine extends Plan {
  entry: string;
  at: number;
  account: string;
  key: string;
}
export type EntryLine = (PlannedLine & { state: 'planned' }) | ({ entry: string; at: number } & Step);
export interface BatchLine {
  batch: string;
  at: number;
  state: 'begun' | 'finished';
}
/** A row whose patient was made by the entry of another list, or of a single command. */
export interface RowLine {
  row: string;
  patient: string;
  account?: string;
  at: number;
}
/** Whose journal it is. */
export interface ScopeLine {
  scope: Scope;
  at: number;
}
export interface Scope {
  profile: string;
  /** Base URL. */
  service: string;
}
export type JournalLine = EntryLine | BatchLine | RowLine | ScopeLine;

/**
 * Begins and ends with a line break: what a killed process left half-written before it then stands on a line of its own.
 */
export const journalLineText = (line: JournalLine, version: LineVersion = 1): string =>
  `\n${JSON.stringify({ v: version, ...line })}\n`;

/** undefined for a line that is not whole: its write was cut off, so what it would have allowed did not happen. */
export function readLine(text: string, path: string): JournalLine | undefined {
  let line: (JournalLine & { v?: number }) | null;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (line?.v === undefined) return undefined;
  if (!VERSIONS.some((version) => version === line.v)) {
    throw new ReconError('storage', `the journal ${path} was written by a newer recon`, {
      hint: { command: ['--version'], because: 'and the newer one to finish what is open' },
    });
  }
  return line;
}

/** True for a text that is neither a line nor the begin of one, which is what a kill leaves. */
export function isDamaged(text: string): boolean {
  if (text === '') return false;
  try {
    return JSON.parse(text)?.v === undefined;
  } catch {
    // Bytes that are no UTF-8 are read as U+FFFD.
    return !text.startsWith('{') || text.endsWith('}') || /[\0\ufffd]/.test(text);
  }
}

/** The entry that a first line begins. */
export function begunEntry(line: PlannedLine): Entry {
  const { entry: id, at, deed, patient, subject, request, photos, row, account, key } = line;
  const unsent = { baseline: {}, keyUntil: 0, sends: 0, inDoubt: false, lostAt: 0, candidates: [] };
  return { id, deed, state: 'planned', at, patient, subject, request, photos, row, account, key, ...unsent };
}

export const isFirst = (line: EntryLine): line is PlannedLine & { state: 'planned' } =>
  line.state === 'planned' && 'deed' in line;
