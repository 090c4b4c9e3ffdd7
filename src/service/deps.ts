import type { IsInRanges } from '../system/address-ranges.ts';
import type { Audit } from './audit/audit.ts';
import type { Looked } from './doctor/looked.ts';
import type { LinksOfTime } from './domain/link-addresses.ts';
import type { Store } from './domain/store.ts';
import type { Eraser } from './eraser.ts';
import type { Links } from './links.ts';
import type { Metrics } from './metrics.ts';
import type { Queue } from './queue/queue.ts';
import type { UrlSigner } from './signing.ts';
import type { StandingWatch } from './standing.ts';
import type { Reserve } from './storage/reserve.ts';
import type { StructuredLog } from './structured-log.ts';
import type { Thumbs } from './thumbs.ts';
import type { TlsPair } from './tls-files.ts';
import type { TokenUses } from './token-uses.ts';
import type { UploadSlots } from './upload-slots.ts';
import type { PageFiles } from './web/page-files.ts';
import type { Decoder } from './worker/decoder.ts';
import type { Looker } from './worker/looker.ts';

/** Everything that the routes work with; made once in `start.ts`, or by a test. */
export interface AppDeps {
  store: Store;
  queue: Queue;
  signer: UrlSigner;
  links: Links;
  /** Known once the service listens: its own address may be one of them. */
  linksElsewhere: readonly LinksOfTime[];
  audit: Pick<Audit, 'append'>;
  tokenUses: TokenUses;
  standing: StandingWatch;
  /** Goes on where a deletion could not erase everything at once. */
  eraser: Eraser;
  /** Disk space kept for deleting. */
  reserve: Reserve;
  /** Of this service; told to whoever has a token. */
  version?: string;
  /** Host names that requests may be addressed to; any other means that a web page tries to reach us through DNS. */
  allowedHosts: readonly string[];
  /** Where our pages are for those who come by the public URL. */
  publicOrigin?: string;
  /** Proxies that pass requests on under any host name, and whose `X-Forwarded-For` counts. */
  isProxy?: IsInRanges;
  /** Running requests by account and `Idempotency-Key`: a second one with the same key waits for the first. */
  keysUnderWay: Map<string, Promise<unknown>>;
  /** Wrong tokens and invitations that one address may try in a minute. */
  guesses?: { tokens: number; invitations: number };
  /** All requests that one address and one account may send within `LIMITS.requests`; any number if left out. */
  requests?: { perAddress: number; perAccount: number };
  uploads: UploadSlots;
  decoder: Decoder;
  thumbs: Thumbs;
  /** Tells patients what a generation would say of a photo; without it nothing is told. */
  looker?: Looker | undefined;
  /** Of the patient's page; without them it works by itself. */
  pages?: PageFiles | undefined;
  tls?: TlsPair;
  /** Figures for whoever has this token. */
  metrics?: Metrics & { token: string };
  /** What a look at the service needs beside its store; no trial where others make the models. */
  doctor: Pick<Looked, 'places' | 'trial'>;
  /** Comes when the service begins to stop, with the refusal of new requests. */
  stopping: AbortSignal;
  /** Told of each request, beside the lines that `store.onLog` gets. */
  structuredLog?: StructuredLog | undefined;
}
