import type { Clock } from '../clock.ts';
import type { AuditLog } from './audit.ts';
import type { Store } from './domain/store.ts';
import type { Links } from './links.ts';
import type { Log } from './log.ts';
import type { Queue } from './queue/queue.ts';
import type { UrlSigner } from './signing.ts';
import type { Reserve } from './storage/reserve.ts';
import type { Thumbs } from './thumbs.ts';
import type { Turns } from './turns.ts';

/** Uploads under way, by account id; public forms count as one account. */
export type UploadCounts = Map<number, number>;

/** Running requests by account and key: a second one with the same key waits for the first. */
export type KeysUnderWay = Map<string, Promise<unknown>>;

/** Everything that the routes work with; made once in `start.ts`, or by a test. */
export interface AppDeps {
  store: Store;
  queue: Queue;
  clock: Clock;
  signer: UrlSigner;
  links: Links;
  audit: AuditLog;
  /** Disk space kept for deleting. */
  reserve: Reserve;
  /**
   * Host names that requests may be addressed to. Any other one means that a web page tries to reach us through DNS.
   */
  allowedHosts: readonly string[];
  /** Running changes with an `Idempotency-Key`. */
  keysUnderWay: KeysUnderWay;
  /** Uploads under way. */
  uploads: UploadCounts;
  /** The queue for decoding pictures. */
  examine: Turns;
  thumbs: Thumbs;
  tls?: { cert: string; key: string };
  /** Writes a line for the operator; it never contains a name, a token or a photo. */
  onLog: Log;
}
