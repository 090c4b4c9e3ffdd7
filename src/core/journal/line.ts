import { ReconError } from '../../errors.ts';
import type { Baseline, Deed, Entry, Step } from './entry.ts';

/** Version of the lines. A later one may mean something we do not know, so it is refused. */
const VERSION = 1;

export interface PlannedLine {
  entry: string;
  at: number;
  deed: Deed;
  patient?: string;
  subject?: string;
  request: string;
  row?: string;
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
export type Line = EntryLine | BatchLine | RowLine | ScopeLine;

/**
 * Begins and ends with a line break: what a killed process left half-written before it then stands on a line of its own.
 */
export const lineText = (line: Line): string => `\n${JSON.stringify({ v: VERSION, ...line })}\n`;

/** undefined for a line that is not whole: its write was cut off, so what it would have allowed did not happen. */
export function readLine(text: string, path: string): Line | undefined {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof line !== 'object' || line === null || !('v' in line)) return undefined;
  if (line.v !== VERSION) {
    throw new ReconError('storage', `the journal ${path} was written by a newer recon`, {
      hint: { command: ['--version'], because: 'and the newer one to finish what is open' },
    });
  }
  return line as unknown as Line;
}

/** The entry that a first line begins. */
export function begun(line: PlannedLine): Entry {
  return {
    id: line.entry,
    deed: line.deed,
    state: 'planned',
    at: line.at,
    patient: line.patient,
    subject: line.subject,
    request: line.request,
    row: line.row,
    account: line.account,
    key: line.key,
    baseline: {} satisfies Baseline,
    keyUntil: 0,
    sends: 0,
    inDoubt: false,
    lostAt: 0,
    candidates: [],
  };
}

export const isFirst = (line: EntryLine): line is PlannedLine & { state: 'planned' } =>
  line.state === 'planned' && 'deed' in line;
