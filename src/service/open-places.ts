import type { Clock } from '../clock.ts';
import type { Log, Store } from './domain/store.ts';
import { openSharedStore } from './open-shared-store.ts';
import { makeDataFolder, openStore } from './open-store.ts';
import type { Places } from './places.ts';
import { sweepAtStart, sweepHourly } from './sweep.ts';
import { sweepShared } from './sweep-shared.ts';

export interface OpenedPlaces {
  store: Store;
  /** Tidies up before requests are taken; returns lines for the operator. */
  tidyAtStart(): Promise<string[]>;
  /** Tidies up while the service runs; returns lines for the operator. */
  tidyHourly(): Promise<string[]>;
  close(): Promise<void>;
}

/** @throws ReconError `storage` if database and files do not belong together, before anything is changed. */
export async function openPlaces(places: Places, clock: Clock, onLog: Log): Promise<OpenedPlaces> {
  const folder = await makeDataFolder(places.dataFolder);
  if (places.databaseUrl !== undefined || places.bucket !== undefined) {
    const { store, sweepNotes, close } = await openSharedStore({ ...places, dataFolder: folder }, clock, onLog);
    const tidy = async () => {
      await sweepShared(store);
      await sweepNotes();
      return [];
    };
    return { store, tidyAtStart: async () => [], tidyHourly: tidy, close };
  }
  const store = await openStore(folder, clock, onLog);
  return {
    store,
    tidyAtStart: () => sweepAtStart(store),
    tidyHourly: () => sweepHourly(store, clock.now()),
    close: () => store.database.close(),
  };
}
