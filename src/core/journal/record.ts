import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessMissing } from '../../errors.ts';
import { type ClosedState, type Entry, isOpen, type Step, stepped } from './entry.ts';
import type { Ledger } from './ledger.ts';
import { begunEntry, isDamaged, isFirst, type JournalLine, readLine, type Scope } from './line.ts';

/** A row of an import that is done. */
export interface DoneRow {
  patient: string;
  /** Mark of the token that it was done with; undefined where an earlier version wrote it down. */
  account: string | undefined;
}

/** A change that is done and has sent photos. */
export interface SentPhotos extends Pick<Entry, 'account' | 'subject' | 'at'> {
  patient: string;
}

/** Of more photos than this, what is known of the oldest is let go: it is read at each start. */
const MOST_PHOTOS = 100_000;

/** The result of a journal's lines. */
export interface JournalRecord {
  /** Open ones whole; of closed ones only what is still asked about. */
  entries: Map<string, Entry>;
  /** Rows of imports that are done, by name. */
  rows: Map<string, DoneRow>;
  claimed: Set<string>;
  /** By the mark of a photo, the changes that sent it, the newest last. */
  sent: Map<string, readonly SentPhotos[]>;
  /** Patients that were deleted. */
  deleted: Set<string>;
  /**
   * Closed entries by id. The value is a closing step that was read before the first line of its entry, as a rewritten
   * file may have it; else undefined.
   */
  closed: Map<string, ClosingStep | undefined>;
  /** Begun and not finished. */
  batches: Set<string>;
  /** When imports that are not open were finished, epoch ms. */
  finishedBatches: Map<string, number>;
  scope: Scope | undefined;
}

export const emptyRecord = (): JournalRecord => ({
  entries: new Map(),
  rows: new Map(),
  claimed: new Set(),
  sent: new Map(),
  deleted: new Set(),
  closed: new Map(),
  batches: new Set(),
  finishedBatches: new Map(),
  scope: undefined,
});

/** Takes one line in. */
export function takeLine(record: JournalRecord, line: JournalLine): void {
  if ('batch' in line) {
    if (line.state === 'begun') {
      record.batches.add(line.batch);
      record.finishedBatches.delete(line.batch);
    } else {
      record.batches.delete(line.batch);
      record.finishedBatches.set(line.batch, line.at);
    }
    return;
  }
  if ('scope' in line) {
    record.scope = line.scope;
    return;
  }
  if ('row' in line && !('entry' in line)) {
    record.rows.set(line.row, { patient: line.patient, account: line.account });
    return;
  }
  if (isFirst(line)) {
    if (record.entries.has(line.entry)) return;
    const closing = record.closed.get(line.entry);
    if (closing !== undefined) close(record, stepped(begunEntry(line), closing, line.at));
    else if (!record.closed.has(line.entry)) record.entries.set(line.entry, begunEntry(line));
    return;
  }
  const entry = record.entries.get(line.entry);
  if (entry === undefined) {
    if (isClosing(line) && !record.closed.has(line.entry)) record.closed.set(line.entry, line);
    return;
  }
  const next = stepped(entry, line, line.at);
  if (isOpen(next)) record.entries.set(next.id, next);
  else close(record, next);
}

function close(record: JournalRecord, entry: Entry): void {
  record.entries.delete(entry.id);
  record.closed.set(entry.id, undefined);
  if ((entry.state !== 'done' && entry.state !== 'adopted') || entry.patient === undefined) return;
  if (entry.deed === 'create') record.claimed.add(entry.patient);
  if (entry.row !== undefined) record.rows.set(entry.row, { patient: entry.patient, account: entry.account });
  if (entry.deed === 'delete') record.deleted.add(entry.patient);
  noteSent(record.sent, { ...entry, patient: entry.patient });
}

function noteSent(sent: JournalRecord['sent'], { photos = [], account, subject, at, patient }: DoneEntry): void {
  const change = { account, subject, at, patient };
  for (const photo of photos) {
    const earlier = sent.get(photo) ?? [];
    sent.delete(photo);
    sent.set(photo, [...earlier.filter((one) => one.patient !== patient), change]);
  }
  for (const photo of sent.keys()) {
    if (sent.size <= MOST_PHOTOS) return;
    sent.delete(photo);
  }
}

type DoneEntry = Entry & { patient: string };

type ClosingStep = Extract<Step, { state: ClosedState }>;

const isClosing = (step: Step): step is ClosingStep => !isOpen(step);

function takeLines(record: JournalRecord, lines: readonly string[], path: string): JournalRecord {
  for (const text of lines) {
    const line = text === '' ? undefined : readLine(text, path);
    if (line !== undefined) takeLine(record, line);
  }
  return record;
}

/** The record of these lines of a journal. */
export const recordOf = (lines: readonly string[], path: string): JournalRecord =>
  takeLines(emptyRecord(), lines, path);

/** Reads the record of a ledger, with all that any process has added by now. */
export function recordReader(ledger: Ledger): () => Promise<JournalRecord> {
  let record = emptyRecord();
  return async () => {
    const { lines, fromStart } = await ledger.readNew();
    if (fromStart) record = emptyRecord();
    return takeLines(record, lines, ledger.path);
  };
}

/** Names of requests in the journals of this folder. */
export interface NamedRequests {
  inUse: Set<string>;
  /** Should be gone, if the file is older than this; epoch ms. */
  settled: Map<string, number>;
}

export async function requestsNamed(folder: string): Promise<NamedRequests> {
  const named: NamedRequests = { inUse: new Set(), settled: new Map() };
  for (const record of await everyRecord(folder)) {
    for (const id of [...record.entries.keys(), ...record.batches]) named.inUse.add(id);
    for (const id of record.closed.keys()) named.settled.set(id, Number.POSITIVE_INFINITY);
    // An import may be begun again under its name, and its new request is there before its line.
    for (const [id, at] of record.finishedBatches) named.settled.set(id, Math.max(at, named.settled.get(id) ?? 0));
  }
  for (const id of named.inUse) named.settled.delete(id);
  return named;
}

/** Every journal of this folder, as it stands now; none where there is no folder. */
export async function everyRecord(folder: string): Promise<JournalRecord[]> {
  const journals = await everyJournal(folder);
  return journals.map(({ path, lines }) => recordOf(lines, path));
}

/** The paths of journals of which a part was lost in another way than by a kill. */
export async function damagedJournals(folder: string): Promise<string[]> {
  const journals = await everyJournal(folder);
  return journals.filter(({ lines }) => lines.some(isDamaged)).map(({ path }) => path);
}

async function everyJournal(folder: string): Promise<{ path: string; lines: string[] }[]> {
  const names = (await readdir(folder).catch(unlessMissing)) ?? [];
  const paths = names.filter((name) => name.endsWith('.jsonl')).map((name) => join(folder, name));
  return await Promise.all(paths.map(async (path) => ({ path, lines: (await readFile(path, 'utf8')).split('\n') })));
}
