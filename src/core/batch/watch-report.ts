import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ndjsonInput } from './ndjson-input.ts';
import { createOutcomes, type Outcome, type Outcomes } from './outcomes.ts';
import { writeReport } from './report.ts';
import type { Source } from './row.ts';

/** What became of each folder, kept in the report as it goes. */
export interface WatchReport {
  outcomes: Outcomes;
  /** A folder's number in the report, the same each time. */
  numberOf(name: string): number;
  keep(name: string, source: Source): void;
  isDone(name: string): boolean;
  tell(name: string, outcome: Outcome): void;
  size(): number;
  /** Until the last state is on the disk. @throws ReconError where it cannot be */
  end(): Promise<void>;
}

/** Goes on with the report that is there. */
export async function openWatchReport(
  path: string,
  onFolder: (name: string, outcome: Outcome) => void,
): Promise<WatchReport> {
  const outcomes = createOutcomes();
  const numbers = new Map<string, number>();
  const sources = new Map<number, Source>();
  const numberOf = (name: string) => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
  for (const { name, source, outcome } of await earlierRows(path)) {
    sources.set(numberOf(name), source);
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
    // The last one is what counts; `end` tells of it.
    writing.catch(() => {});
  };

  const told = new Map<string, string>();
  return {
    outcomes,
    numberOf,
    keep: (name, source) => void sources.set(numberOf(name), source),
    isDone: (name) => ['created', 'already_there'].includes(outcomes.of(numberOf(name)).status),
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

async function earlierRows(path: string): Promise<{ name: string; source: Source; outcome: Outcome }[]> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return [];
  const found: { name: string; source: Source; outcome: Outcome }[] = [];
  for await (const { values, source } of ndjsonInput(path, dirname(path)).rows()) {
    const [photos, id, status] = [values.get('photos'), values.get('recon_id'), values.get('recon_status')];
    if (photos === undefined || id === undefined || (status !== 'created' && status !== 'already_there')) continue;
    found.push({ name: basename(photos), source, outcome: { id, status, earlier: true } });
  }
  return found;
}
