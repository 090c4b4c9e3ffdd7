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

/** Requests under way by account and key: an equal one waits for the first instead of running beside it. */
export type KeysUnderWay = Map<string, Promise<unknown>>;

/** What the routes work with; made once in `start.ts`, or by a test. */
export interface AppDeps {
  store: Store;
  queue: Queue;
  clock: Clock;
  signer: UrlSigner;
  links: Links;
  audit: AuditLog;
  /** Room on the disk for deleting. */
  reserve: Reserve;
  /** Host names under which requests are taken; a foreign one is a page trying to reach us through DNS. */
  allowedHosts: readonly string[];
  /** Changes under way that carry an `Idempotency-Key`. */
  keysUnderWay: KeysUnderWay;
  /** Uploads under way. */
  uploads: UploadCounts;
  /** Turns at decoding pictures. */
  examine: Turns;
  thumbs: Thumbs;
  tls?: { cert: string; key: string };
  /** For the operator; never with a name, a token or a photo in it. */
  onLog: Log;
}
