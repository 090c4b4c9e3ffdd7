import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { draftOf } from '../draft.ts';
import type { CheckedRow } from '../import/checked-row.ts';
import { ndjsonInput } from '../import/ndjson-input.ts';
import { createOutcomes, type Outcomes, type RowOutcome } from '../import/outcomes.ts';
import { writeReport } from '../import/report.ts';
import { naturalKeyOf } from '../same-person.ts';

/** The outcome of each folder; the report is updated all the time. */
export interface WatchReport {
  outcomes: Outcomes;
  /** Ids of patients in the report of an earlier watch. */
  earlierIds: ReadonlySet<string>;
  /**
   * Takes a folder's row into the report, unless it is done. Its label is the folder's name, or `0001 (2)` if another
   * person was in it before, because a camera counts from the start again or a name was corrected.
   */
  take(folder: string, row: Person): { label: string; number: number; done: DoneOutcome | undefined };
  /** True if a patient was made from the folder, whoever is in it now. */
  isDone(folder: string): boolean;
  tell(label: string, outcome: RowOutcome): void;
  size(): number;
  /**
   * Resolves when the last state is on the disk.
   * @throws ReconError if it cannot be written
   */
  end(): Promise<void>;
}

/** The person in a folder, known by the key. */
type Person = Pick<CheckedRow, 'source' | 'key'>;

interface ReportedPerson extends Person {
  number: number;
  /** The outcome that was told last. */
  told?: string;
}

/** Opens the report and continues one that exists. */
export async function openWatchReport(
  path: string,
  onFolder: (label: string, outcome: RowOutcome, patient?: string) => void,
): Promise<WatchReport> {
  const outcomes = createOutcomes();
  const reported = new Map<string, ReportedPerson>();
  const put = (label: string, { source, key }: Person): number => {
    const before = reported.get(label);
    const number = before?.number ?? reported.size + 1;
    // Of somebody else, the same words are news.
    const told = before?.key === key ? before?.told : undefined;
    reported.set(label, { number, source, key, ...(told !== undefined && { told }) });
    return number;
  };
  const earlier = await earlierRows(path);
  for (const { label, outcome, ...row } of earlier) outcomes.note(put(label, row), outcome);

  async function* rows() {
    for (const { number, source } of reported.values()) yield { source, outcome: outcomes.of(number) };
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

  const outcomeOf = (label: string) => outcomes.of(reported.get(label)?.number ?? 0);
  return {
    outcomes,
    earlierIds: new Set(earlier.flatMap(({ outcome: { id } }) => id ?? [])),
    take: (folder, row) => {
      for (let person = 1; ; person += 1) {
        const label = person === 1 ? folder : `${folder} (${person})`;
        const outcome = outcomeOf(label);
        if (!isDone(outcome)) return { label, number: put(label, row), done: undefined };
        const { number, key } = reported.get(label)!;
        if (key === row.key) return { label, number, done: outcome };
      }
    },
    isDone: (folder) => isDone(outcomeOf(folder)),
    tell: (label, outcome) => {
      const row = reported.get(label)!;
      outcomes.note(row.number, outcome);
      write();
      const words = JSON.stringify(outcome);
      if (row.told !== words) onFolder(label, outcome, nameIn(row));
      row.told = words;
    },
    size: () => reported.size,
    end: async () => {
      write();
      await writing;
    },
  };
}

function nameIn({ source }: Person): string | undefined {
  const name = 'object' in source ? new Map(Object.entries(source.object)).get('name') : undefined;
  return typeof name === 'string' ? name : undefined;
}

type DoneOutcome = NonNullable<CheckedRow['done']>;

const isDone = (outcome: RowOutcome): outcome is RowOutcome & DoneOutcome =>
  outcome.id !== undefined && (outcome.status === 'created' || outcome.status === 'already_there');

type EarlierRow = Person & { label: string; outcome: RowOutcome };

async function earlierRows(path: string): Promise<EarlierRow[]> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return [];
  const found: EarlierRow[] = [];
  for await (const { values, source } of ndjsonInput(path, dirname(path)).rows()) {
    const [photos, id, status] = [values.get('photos'), values.get('recon_id'), values.get('recon_status')];
    if (photos === undefined || id === undefined || (status !== 'created' && status !== 'already_there')) continue;
    const folder = basename(photos);
    const before = found.filter(({ label }) => label === folder || label.startsWith(`${folder} (`)).length;
    const label = before === 0 ? folder : `${folder} (${before + 1})`;
    const key = naturalKeyOf(draftOf('create', values).patient);
    const error = values.get('recon_error');
    found.push({ label, source, outcome: { id, status, earlier: true, ...(error && { error }) }, key });
  }
  return found;
}
