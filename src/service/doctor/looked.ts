import type { Store } from '../domain/store.ts';
import type { Places } from '../places.ts';

/** A service that is looked at, and how. */
export interface Looked {
  store: Store;
  places: Places;
  /** Also what takes long: every file, and the whole audit. */
  isThorough: boolean;
  /** Where the service is to answer, if it is known. */
  address?: string | undefined;
  /** A model is made of the bundled photos. */
  trial?: Trial | undefined;
  signal: AbortSignal;
}

export interface Trial {
  /** The program that makes models. */
  workerUrl: URL;
  samplesFolder: string;
}
