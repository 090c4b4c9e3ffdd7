import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ReconError } from '../../../errors.ts';
import { OtherBytes } from '../blob-store.ts';
import type { Bucket } from './bucket.ts';
import { BeyondEnd } from './bucket-error.ts';

interface Wanted {
  bucket: Bucket;
  key: string;
  /** `end` is inclusive. Undefined for the whole object. */
  range: { start: number; end: number } | undefined;
}

/** The times that one read may break. */
const MOST_BREAKS = 10;

/** Reads an object. A read that breaks goes on where it broke, so that it survives a short cut of the network. */
export function openObject(wanted: Wanted): Readable {
  const left = new AbortController();
  const bytes = readOn(wanted, left.signal);
  return new Readable({
    read() {
      bytes.next().then(
        ({ value }) => this.push(value ?? null),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      left.abort(error ?? new Error('nobody reads on'));
      bytes.return(undefined).catch(() => {});
      done(error);
    },
  });
}

async function* readOn({ bucket, key, range }: Wanted, signal: AbortSignal): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256');
  let at = range?.start ?? 0;
  let end = Number.POSITIVE_INFINITY;
  let expected: string | undefined;
  // The last piece waits for the check: a reader who counts bytes would take them for a sound object.
  let held: Buffer | undefined;
  for (let breaks = 0; at < end; breaks++) {
    signal.throwIfAborted();
    if (breaks > MOST_BREAKS) {
      throw new ReconError('unavailable', `${bucket.name} breaks off again and again`);
    }
    const part = await bucket.get(key, at, range?.end, signal).catch(unlessBeyond);
    if (part === undefined) return undefined;
    expected = part.sha256;
    // A server may give more than it was asked for.
    end = Math.min(part.end, (range?.end ?? part.end) + 1);
    try {
      for await (const bytes of part.body) {
        const wanted = bytes.subarray(0, end - at);
        hash.update(wanted);
        at += wanted.length;
        if (held !== undefined) yield held;
        held = wanted.length === 0 ? undefined : Buffer.from(wanted.buffer, wanted.byteOffset, wanted.length);
        if (wanted.length < bytes.length) break;
      }
    } catch {
      // The next round asks for the rest.
    }
  }
  if (range === undefined && expected !== undefined && hash.digest('hex') !== expected) {
    throw new OtherBytes(`${bucket.name} gives other bytes than were stored`);
  }
  if (held !== undefined) yield held;
  return undefined;
}

/** On a disk, a range behind the end is empty. */
function unlessBeyond(error: unknown): undefined {
  if (!(error instanceof BeyondEnd)) throw error;
}
