import type { Clock } from '../clock.ts';
import type { Log } from './log.ts';

export interface ServiceOptions {
  /** Where everything is kept; made where it is missing. One service at a time works on it. */
  dataFolder: string;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** How others reach the service; in invitation and picture URLs. */
  publicUrl?: string;
  /** PEM text. */
  tls?: { cert: string; key: string };
  /** The built worker, `dist/worker.js`. */
  workerUrl: URL;
  /** Fills the own account with so many synthetic patients, if it has none. */
  seed?: number;
  /** Photos for seeded reconstructions. */
  samplesFolder?: string;
  /** Rehearsal: every generation takes at least this long. */
  readyAfterMs?: number;
  /** Rehearsal: the share of generations that fail, 0…1. */
  failRate?: number;
  clock: Clock;
  /** Ends a start that takes long, with its reason; what has been seeded stays. A service that runs is ended by `stop`. */
  signal?: AbortSignal;
  onLog?: Log;
}
