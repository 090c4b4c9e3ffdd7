import type { Clock } from '../../clock.ts';
import { onOwnDisk } from '../disk-failure.ts';
import { isImported } from '../import/import-place.ts';
import type { Deed, Entry } from '../journal/entry.ts';
import { type Journal, openJournal, type UnfinishedBatch, unfinishedBatch } from '../journal/journal.ts';
import type { Scope } from '../journal/line.ts';
import { openMarks } from '../journal/marks.ts';
import { damagedJournals, everyRecord } from '../journal/record.ts';
import { openRequestStore, type RequestStore } from '../journal/request-store.ts';
import { readStoredChange } from '../journal/stored-change.ts';
import { alone, isAtWork } from './unfinished-changes.ts';

/** An open change, as a person is told of it. */
export interface OpenChange {
  entry: string;
  deed: Deed;
  patient: string | undefined;
  /** Name of the patient to create, where one was given. */
  name: string | undefined;
  state: Entry['state'];
  /** Epoch ms. */
  at: number;
  candidates: string[];
}

/** All that is open with one profile at one service. */
export interface OpenPlace extends Scope {
  changes: OpenChange[];
  imports: UnfinishedBatch[];
  /** Marks of the tokens that its open changes and the done rows of its imports are of. */
  accounts: ReadonlySet<string>;
}

export type LeftOpen = ReturnType<typeof leftOpen>;

/**
 * All that earlier runs of this person have left open, at every service. Looking and forgetting need this disk alone: a
 * service may be gone for good, and the photos that were to be sent must not stay for that.
 */
export function leftOpen(folder: string, clock: Pick<Clock, 'now'>) {
  const requests = openRequestStore(folder);
  const inJournal = async <T>({ profile, service }: Scope, work: (journal: Journal) => Promise<T>) => {
    const journal = await openJournal({ folder, scope: { profile, service }, clock });
    try {
      return await work(journal);
    } finally {
      await journal.close();
    }
  };
  const placesOf = async (isLeft: { change: Test<Entry>; import: Test<UnfinishedBatch> }): Promise<OpenPlace[]> => {
    const places: OpenPlace[] = [];
    for (const { scope, entries, rows, batches } of await onOwnDisk(folder, () => everyRecord(folder))) {
      if (scope === undefined) continue;
      const left = await filtered([...entries.values()], isLeft.change);
      const changes = await Promise.all(left.map((entry) => described(entry, requests)));
      const begun = await Promise.all([...batches].map((batch) => unfinishedBatch(batch, requests)));
      const imports = await filtered(begun, isLeft.import);
      const imported = [...rows].filter(([row]) => batches.has(row.slice(0, row.indexOf(':')))).map(([, done]) => done);
      const accounts = new Set([...entries.values(), ...imported].map(({ account }) => account ?? 'unknown'));
      if (changes.length + imports.length > 0) places.push({ ...scope, changes, imports, accounts });
    }
    return places;
  };
  return {
    /** Places with changes or imports that are open while no running recon is at them. */
    list: () => placesOf({ change: async (entry) => !(await isAtWork(entry)), import: isStopped }),
    /** Also those at which a running recon is. */
    listAll: () => placesOf({ change: async () => true, import: async () => true }),
    /** The mark by which journals know who holds this secret. */
    accountOf: async (holder: string): Promise<string> =>
      (await onOwnDisk(folder, () => openMarks(folder)))('account', holder),
    /** The paths of journals with lines that no crash leaves so. */
    damaged: (): Promise<string[]> => onOwnDisk(folder, () => damagedJournals(folder)),
    /** Drops a change, sent or not, and erases its request. @throws ReconError `busy` if a running recon is at it */
    forget: (place: Scope, id: string): Promise<void> =>
      inJournal(place, (journal) =>
        alone(id, journal, async (entry) => void (await journal.note(entry, { state: 'forgotten' }))),
      ),
    forgetImport: (place: Scope, batch: string): Promise<void> =>
      inJournal(place, (journal) => journal.batches.finish(batch)),
  };
}

type Test<T> = (one: T) => Promise<boolean>;

const isStopped = async ({ path }: UnfinishedBatch) => path === undefined || !(await isImported(path));

/** One after the other, since two changes of a patient have one lock. */
async function filtered<T>(all: readonly T[], test: Test<T>): Promise<T[]> {
  const left: T[] = [];
  for (const one of all) if (await test(one)) left.push(one);
  return left;
}

async function described(
  { id, deed, patient, state, at, candidates }: Entry,
  requests: RequestStore,
): Promise<OpenChange> {
  // A request that cannot be read is reported when somebody wants to finish it.
  const change = await requests.load(id, (kept) => readStoredChange(deed, patient, kept)).catch(() => undefined);
  const name = change !== undefined && 'patient' in change ? change.patient.name : undefined;
  return { entry: id, deed, patient, name, state, at, candidates };
}
