import type { Clock } from '../clock.ts';
import type { AuditLog } from './audit.ts';
import type { Store } from './domain/store.ts';
import type { Links } from './links.ts';
import type { Log } from './log.ts';
import type { Queue } from './queue/queue.ts';
import type { KeysUnderWay } from './routes/intake/once.ts';
import type { UploadCounts } from './routes/intake/upload-slots.ts';
import type { UrlSigner } from './signing.ts';
import type { Reserve } from './storage/reserve.ts';
import type { Thumbs } from './thumbs.ts';
import type { Turns } from './turns.ts';

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
