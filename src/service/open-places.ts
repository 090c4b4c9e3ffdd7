import type { Clock } from '../clock.ts';
import { requireFiles } from './check-folder.ts';
import type { Log, Store } from './domain/store.ts';
import { makeDataFolder, openStore } from './open-store.ts';
import type { Places } from './places.ts';
import { NOTHING_TO_READ, type Reading, startReading } from './read-database.ts';
import { incompleteNotice, sweepAtStart, sweepFirst, sweepHourly } from './sweep.ts';
import { sweepShared } from './sweep-shared.ts';

/** Returns lines for the operator. */
export type Tidying = (signal: AbortSignal) => Promise<string[]>;

export interface OpenedPlaces {
  store: Store;
  /** Tidies up before requests are taken; returns lines for the operator. */
  tidyAtStart(): Promise<string[]>;
  /** Tidies up after the former run, once requests are taken; undefined if the start has done all. */
  tidyFirst: Tidying | undefined;
  /** Tidies up while the service runs. */
  tidyHourly: Tidying;
  /** Reads what of the database was not read before requests are taken. */
  startReading(): Reading;
  close(): Promise<void>;
}

/** @throws ReconError `storage` if database and files do not belong together, before anything is changed. */
export async function openPlaces(places: Places, clock: Clock, onLog: Log): Promise<OpenedPlaces> {
  const folder = await makeDataFolder(places.dataFolder);
  if (places.databaseUrl !== undefined || places.bucket !== undefined) {
    // The embedded default loads no client for S3.
    const { openSharedStore } = await import('./open-shared-store.ts');
    const { store, sweepNotes, close } = await openSharedStore({ ...places, dataFolder: folder }, clock, onLog);
    const tidy: Tidying = async (signal) => {
      await sweepShared(store);
      await sweepNotes();
      await store.noteWhole(signal);
      return [];
    };
    return {
      store,
      tidyAtStart: async () => [],
      tidyFirst: async (signal) => incompleteNotice(await store.noteWhole(signal)),
      tidyHourly: tidy,
      startReading: () => NOTHING_TO_READ,
      close,
    };
  }
  await requireFiles(folder);
  const store = await openStore(folder, clock, onLog);
  return {
    store,
    tidyAtStart: () => sweepAtStart(store),
    // Where nothing marks the folder, the start has swept.
    tidyFirst: store.isMarked ? (signal) => sweepFirst(store, signal) : undefined,
    tidyHourly: (signal) => sweepHourly(store, signal),
    startReading: () => (store.isRead ? NOTHING_TO_READ : startReading(store, folder)),
    close: () => store.database.close(),
  };
}
