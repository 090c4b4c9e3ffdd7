import type { Clock } from '../clock.ts';
import type { IsInRanges } from '../system/address-ranges.ts';
import type { Log } from './domain/store.ts';
import type { Places } from './places.ts';
import type { StructuredLog } from './structured-log.ts';
import type { TlsPair } from './tls-files.ts';

/** The options of a process that makes models. */
export interface WorkerOptions extends Places {
  /** The program that makes models, `dist/worker.js`; it runs in processes of its own. */
  workerUrl: URL;
  /** Rehearsal: every generation takes at least this long, but none of `seed`. */
  readyAfterMs?: number;
  /** Rehearsal: the share of generations that fail, 0…1, but none of `seed`. */
  failRate?: number;
  clock: Clock;
  onLog?: Log;
  structuredLog?: StructuredLog | undefined;
}

export interface ServiceOptions extends WorkerOptions {
  /** True if other processes make the models. */
  withoutWorker?: boolean;
  host: string;
  /** 0 takes a free port. */
  port: number;
  /** Its version, which whoever has a token is told; nobody is if left out. */
  version?: string;
  /** Called when nothing speaks against the start any more, before data are made or changed. */
  onBegin?: () => void;
  /** The address under which others reach the service; used in invitation and picture URLs. */
  publicUrl?: string;
  /** Proxies whose `X-Forwarded-For` tells the client's address; needs `publicUrl`. Nobody else's is read. */
  isProxy?: IsInRanges;
  /** Wrong tokens and invitations that one address may try in a minute; `LIMITS.guesses` if left out. */
  guesses?: { tokens: number; invitations: number };
  /** All requests of one address and of one account in 10 s. If left out: `LIMITS.requests`, or none where only this machine can ask. */
  requests?: { perAddress: number; perAccount: number };
  /** PEM text. */
  tls?: TlsPair;
  /** The paths of `tls`: a pair that is put there later is taken over. */
  tlsFiles?: TlsPair;
  /** Opens `/metrics`, which is not there without one. */
  metricsToken?: string;
  /** How long lines of the audit are kept; `KEEP_AUDIT_MS` if left out. */
  auditKeepMs?: number;
  /** The program that decodes photos, `dist/decoder.js`; it runs in processes of its own. */
  decoderUrl: URL;
  /** The program that looks at photos, `dist/looker.js`; it runs in processes of its own. */
  lookerUrl?: URL;
  /** The scripts and styles of the pages, `dist/pages/`. */
  pagesUrl?: URL;
  /** Fills the own account with so many synthetic patients, if it has none. */
  seed?: number;
  /** Photos for seeded reconstructions. */
  samplesFolder?: string;
  /** Ends a start that takes long, with its reason; seeded patients stay. Use `stop` to end a running service. */
  signal?: AbortSignal;
}
