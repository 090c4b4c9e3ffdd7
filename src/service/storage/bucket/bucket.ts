import { S3mini, sanitizeETag } from 's3mini';
import { type Clock, systemClock } from '../../../clock.ts';
import { hasCode, ReconError } from '../../../errors.ts';
import { bucketError, bucketName, MissingObject, noBucket } from './bucket-error.ts';
import type { BucketPlace } from './bucket-place.ts';
import type { Content } from './content.ts';
import { openTimedFetch, type TimeLimits } from './timed-fetch.ts';
import { tryAgain } from './try-again.ts';

export interface BucketOptions {
  clock?: Clock;
  limits?: TimeLimits & {
    /** No try of a request begins later than this after the first. */
    tryForMs: number;
  };
  /** The same, as long as the bucket has not answered at all: its address may be wrong. */
  reachForMs?: number;
  /** Gets a line when the bucket stops working, and when it works again. */
  onLog?: (line: string, weight?: 'fault') => void;
  /** Gets a line while a request is tried again, and undefined when that is over. */
  onTrying?: OnTrying | undefined;
}

export type OnTrying = (line: string | undefined) => void;

/** A part of an object that is being read. */
export interface OpenedPart {
  body: AsyncIterable<Uint8Array>;
  /** The position behind its last byte. */
  end: number;
  /** Of the whole object, hex, as it was written. */
  sha256: string | undefined;
}

const LIMITS = { connectMs: 5000, silenceMs: 10_000, tryForMs: 30_000 };
/** For whoever waits for it: a person, or what starts a service again. */
export const REACH_FOR_MS = 8000;
const SHA256_HEADER = 'x-amz-meta-sha256';

/**
 * The objects of a bucket whose keys begin with the place's prefix; here a key is what follows it. Every request may be
 * made twice, so one that fails is made again for a while.
 *
 * @throws ReconError `unavailable` if it may pass by itself, `storage` if a person has to change something.
 */
export type Bucket = ReturnType<typeof openBucket>;

export function openBucket(place: BucketPlace, options: BucketOptions = {}) {
  const { clock = systemClock, limits = LIMITS, onLog = () => {}, onTrying = () => {} } = options;
  const { reachForMs = limits.tryForMs } = options;
  const connections = openTimedFetch(limits);
  const { accessKeyId, secretAccessKey, region } = place;
  const endpoint = `${place.endpoint}/${place.bucket}`;
  const s3 = new S3mini({ accessKeyId, secretAccessKey, region, endpoint, fetch: connections.fetch });
  const name = bucketName(place);
  let isClosed = false;
  let isDown = false;
  let hasAnswered = false;

  const tell = (isFault: boolean, line: string) => {
    if (isFault !== isDown) onLog(line, 'fault');
    isDown = isFault;
  };

  async function perform<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const tried = () =>
      work().catch((error: unknown) => {
        throw bucketError(error, place);
      });
    const isTemporary = (error: unknown) => hasCode(error, 'unavailable') && !isClosed;
    let isAgain = false;
    const onAgain = (error: unknown, failures: number) => {
      isAgain = true;
      if (error instanceof ReconError) onTrying(`${error.message}; try ${failures + 1}`);
    };
    try {
      const forMs = hasAnswered ? limits.tryForMs : reachForMs;
      const result = await tryAgain(tried, { clock, forMs, isTemporary, signal, onAgain });
      hasAnswered = true;
      tell(false, `${name} works again`);
      return result;
    } catch (error) {
      // One that never worked did not stop: whoever opened it tells.
      if (error instanceof ReconError && hasAnswered) tell(true, error.message);
      throw error;
    } finally {
      if (isAgain) onTrying(undefined);
    }
  }

  const keyOf = (key: string) => `${place.prefix}${key}`;

  return {
    /** For messages. */
    name,
    async put(key: string, { sizeBytes, sha256, md5, pieces }: Content): Promise<void> {
      const headers = { 'content-md5': md5.toString('base64'), [SHA256_HEADER]: sha256 };
      await perform(async () => {
        const body = sizeBytes === 0 ? '' : (pieces() as unknown as ReadableStream);
        const stored = await s3.putObject(keyOf(key), body, undefined, undefined, headers, sizeBytes);
        await stored.text();
        if (isOther(stored.headers, md5)) {
          throw new ReconError('unavailable', `${name} stored other bytes than were sent`);
        }
      });
    },
    /** `last` is inclusive. A range behind the end of the object is an error of its own. */
    async get(key: string, first: number, last?: number, signal?: AbortSignal): Promise<OpenedPart> {
      const isWhole = first === 0 && last === undefined;
      const until = last === undefined ? undefined : last + 1;
      return perform(async () => opened(await s3.getObjectRaw(keyOf(key), isWhole, first, until), first), signal);
    },
    async copy(from: string, to: string): Promise<void> {
      // s3mini also escapes the slashes of this key, which not every server undoes.
      const additionalHeaders = { 'x-amz-copy-source': `/${place.bucket}/${keyOf(from)}` };
      await perform(() => s3.copyObject(keyOf(from), keyOf(to), { additionalHeaders }));
    },
    async has(key: string): Promise<boolean> {
      return (await perform(() => s3.objectExists(keyOf(key)))) !== false;
    },
    /** A missing object is no error. */
    async remove(key: string): Promise<void> {
      await perform(() => s3.deleteObject(keyOf(key))).catch((error: unknown) => {
        if (!(error instanceof MissingObject)) throw error;
      });
    },
    /** All keys that begin with this text. */
    async list(start: string): Promise<string[]> {
      const found = await perform(async () => (await s3.listObjects('/', keyOf(start))) ?? noBucket());
      return found.map(({ Key }) => Key.slice(place.prefix.length));
    },
    /** Ends all that is under way. */
    async close(): Promise<void> {
      isClosed = true;
      await connections.close();
    },
  };
}

/** True if the server tells an MD5, and it is another one. With a key of its own it tells something else. */
function isOther(stored: { get(name: string): string | null | undefined }, md5: Buffer): boolean {
  const etag = sanitizeETag(stored.get('etag') ?? '').toLowerCase();
  const isPlain = ['AES256', null, undefined].includes(stored.get('x-amz-server-side-encryption'));
  return isPlain && /^[0-9a-f]{32}$/.test(etag) && etag !== md5.toString('hex');
}

function opened({ status, headers, body }: Response, first: number): OpenedPart {
  const [, start, last] = /^bytes (\d+)-(\d+)\//.exec(headers.get('content-range') ?? '') ?? [];
  const length = headers.get('content-length');
  const sha256 = headers.get(SHA256_HEADER) ?? undefined;
  if (status === 200 && first === 0 && length !== null) return { body: body ?? none(), end: Number(length), sha256 };
  if (status === 206 && Number(start) === first) return { body: body ?? none(), end: Number(last) + 1, sha256 };
  void body?.cancel();
  throw new ReconError('storage', 'the server of the bucket does not answer as S3 does: no length, or another range');
}

async function* none(): AsyncGenerator<Uint8Array> {}
