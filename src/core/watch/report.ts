import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { draftOf } from '../draft.ts';
import type { CheckedRow } from '../import/checked-row.ts';
import { ndjsonInput } from '../import/ndjson-input.ts';
import { createOutcomes, type Outcomes, type RowOutcome } from '../import/outcomes.ts';
import { writeReport } from '../import/report.ts';
import type { Source } from '../import/row.ts';
import { naturalKeyOf } from '../same-person.ts';

/** The outcome of each folder; the report is updated all the time. */
export interface WatchReport {
  outcomes: Outcomes;
  /** Ids of patients in the report of an earlier watch. */
  earlierIds: ReadonlySet<string>;
  /**
   * The name of a folder in the report: its own, or `0001 (2)` if another person was in it before, because a camera
   * counts from the start again or a name was corrected. `key` identifies the person who is in it now.
   */
  labelOf(folder: string, key: string | undefined): { label: string; number: number; done: DoneRow | undefined };
  /** True if a patient was made from the folder, whoever is in it now. */
  isDone(folder: string): boolean;
  keep(label: string, source: Source, key: string | undefined): void;
  tell(name: string, outcome: RowOutcome): void;
  size(): number;
  /**
   * Resolves when the last state is on the disk.
   * @throws ReconError if it cannot be written
   */
  end(): Promise<void>;
}

/** Opens the report and continues one that exists. */
export async function openWatchReport(
  path: string,
  onFolder: (name: string, outcome: RowOutcome) => void,
): Promise<WatchReport> {
  const outcomes = createOutcomes();
  const numbers = new Map<string, number>();
  const sources = new Map<number, Source>();
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
  const keys = new Map<string, string | undefined>();
  const earlier = await earlierRows(path);
  for (const { name, source, outcome, key } of earlier) {
    sources.set(numberOf(name), source);
    keys.set(name, key);
    outcomes.note(numberOf(name), outcome);
  }

  async function* rows() {
    for (const [number, source] of sources) yield { source, outcome: outcomes.of(number) };
  }
  let writing: Promise<void> = Promise.resolve();
  let isDirty = false;
  const write = () => {
    if (isDirty) return;
    isDirty = true;
    writing = writing
      .catch(() => {})
      .then(() => {
        isDirty = false;
        return writeReport(path, { kind: 'ndjson' }, rows());
      });
    // Only the last write counts; `end` reports its failure.
    writing.catch(() => {});
  };

  const told = new Map<string, string>();
  return {
    outcomes,
    earlierIds: new Set(earlier.flatMap(({ outcome: { id } }) => id ?? [])),
    labelOf: (folder, key) => {
      for (let person = 1; ; person += 1) {
        const label = person === 1 ? folder : `${folder} (${person})`;
        const number = numberOf(label);
        const outcome = outcomes.of(number);
        if (!isDone(outcome)) return { label, number, done: undefined };
        if (keys.get(label) === key) return { label, number, done: outcome };
      }
    },
    isDone: (folder) => isDone(outcomes.of(numbers.get(folder) ?? 0)),
    keep: (label, source, key) => {
      sources.set(numberOf(label), source);
      keys.set(label, key);
    },
    tell: (name, outcome) => {
      outcomes.note(numberOf(name), outcome);
      write();
      const words = JSON.stringify(outcome);
      if (told.get(name) !== words) onFolder(name, outcome);
      told.set(name, words);
    },
    size: () => sources.size,
    end: async () => {
      write();
      await writing;
    },
  };
}

type DoneRow = NonNullable<CheckedRow['done']>;

const isDone = (outcome: RowOutcome): outcome is RowOutcome & DoneRow =>
  outcome.id !== undefined && (outcome.status === 'created' || outcome.status === 'already_there');

interface EarlierRow {
  name: string;
  source: Source;
  outcome: RowOutcome;
  key: string | undefined;
}

async function earlierRows(path: string): Promise<EarlierRow[]> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return [];
  const found: EarlierRow[] = [];
  for await (const { values, source } of ndjsonInput(path, dirname(path)).rows()) {
    const [photos, id, status] = [values.get('photos'), values.get('recon_id'), values.get('recon_status')];
    if (photos === undefined || id === undefined || (status !== 'created' && status !== 'already_there')) continue;
    const folder = basename(photos);
    const before = found.filter(({ name }) => name === folder || name.startsWith(`${folder} (`)).length;
    const name = before === 0 ? folder : `${folder} (${before + 1})`;
    const key = naturalKeyOf(draftOf('create', values).patient);
    const error = values.get('recon_error');
    found.push({ name, source, outcome: { id, status, earlier: true, ...(error && { error }) }, key });
  }
  return found;
}
