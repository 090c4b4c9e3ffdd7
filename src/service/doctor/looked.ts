import { untilText } from '../../system/local-time.ts';
import type { Account } from '../domain/accounts.ts';
import type { Store } from '../domain/store.ts';
import type { Places } from '../places.ts';

/** A service that is looked at, and how. */
export interface Looked {
  store: Store;
  places: Places;
  /** Who asks over the network: is told no path of the machine, and nothing of other accounts' tokens. */
  asker?: Account | undefined;
  /** Also what takes long: every file, and the whole audit. */
  isThorough: boolean;
  /** Of a shared database: which folder its processes have is not known, and the usual one may be nobody’s. */
  isFolderGuessed?: boolean;
  /** Where the service is to answer, if it is known. */
  address?: string | undefined;
  /** Also make a model of the bundled photos. */
  trial?: Trial | undefined;
  signal: AbortSignal;
}

export interface Trial {
  /** The program that makes models. */
  workerUrl: URL;
  samplesFolder: string;
}

/** Whoever asks over the network may be in another zone. */
export function timeFor(asker: Looked['asker'], time: number): string {
  if (asker === undefined) return untilText(time);
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
