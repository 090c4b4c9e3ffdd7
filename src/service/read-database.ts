import { join } from 'node:path';
import { systemErrorCode } from '../errors.ts';
import { foundDamaged } from './check-folder.ts';
import type { OpenedStore } from './open-store.ts';
import { readToEnd } from './storage/read-to-end.ts';
import { markSuspect } from './storage/suspect.ts';

export interface Reading {
  /** Resolves with the reason if the database is damaged, and else never. */
  broken: Promise<Error>;
  stop(): Promise<void>;
}

/** The database was read before requests are taken, or keeps itself sound. */
export const NOTHING_TO_READ: Reading = { broken: new Promise(() => {}), stop: async () => {} };

/** Reads a large database to its end while requests are answered; the start has read a small one. */
export function startReading(store: OpenedStore, folder: string): Reading {
  const stopper = new AbortController();
  let tell!: (error: Error) => void;
  const broken = new Promise<Error>((resolve) => {
    tell = resolve;
  });
  const read = async () => {
    const damage = await readToEnd(join(folder, 'recon.db'), stopper.signal);
    // What was deleted meanwhile is still in the write-ahead log, which nobody could shorten.
    if (damage === undefined) return void (await store.database.eraseTraces());
    const error = foundDamaged(folder, damage);
    store.onLog(`${error.message}; the service ends`, 'fault');
    tell(error);
    await markSuspect(folder);
  };
  const reading = read().catch((error: unknown) => {
    if (stopper.signal.aborted) return;
    store.onLog(`the database could not be read to its end: ${systemErrorCode(error) ?? 'unknown fault'}`, 'fault');
  });
  return {
    broken,
    async stop() {
      stopper.abort();
      await reading;
    },
  };
}
