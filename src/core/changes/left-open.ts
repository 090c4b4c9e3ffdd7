import type { Clock } from '../../clock.ts';
import { onOwnDisk } from '../disk-failure.ts';
import type { Deed, Entry } from '../journal/entry.ts';
import { type Journal, openJournal, type UnfinishedBatch, unfinishedBatch } from '../journal/journal.ts';
import type { Scope } from '../journal/line.ts';
import { damagedJournals, everyRecord } from '../journal/record.ts';
import { openRequestStore, type RequestStore } from '../journal/request-store.ts';
import { readStoredChange } from '../journal/stored-change.ts';
import { alone } from './unfinished-changes.ts';

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
  return {
    /** Places with open changes or imports. */
    list: async (): Promise<OpenPlace[]> => {
      const places: OpenPlace[] = [];
      for (const { scope, entries, batches } of await onOwnDisk(folder, () => everyRecord(folder))) {
        if (scope === undefined || entries.size + batches.size === 0) continue;
        const changes = await Promise.all([...entries.values()].map((entry) => described(entry, requests)));
        const imports = await Promise.all([...batches].map((batch) => unfinishedBatch(batch, requests)));
        places.push({ ...scope, changes, imports });
      }
      return places;
    },
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

async function described(
  { id, deed, patient, state, at, candidates }: Entry,
  requests: RequestStore,
): Promise<OpenChange> {
  // A request that cannot be read is reported when somebody wants to finish it.
  const change = await requests.load(id, (kept) => readStoredChange(deed, patient, kept)).catch(() => undefined);
  const name = change !== undefined && 'patient' in change ? change.patient.name : undefined;
  return { entry: id, deed, patient, name, state, at, candidates };
}
