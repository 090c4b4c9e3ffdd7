import type { EndKeeper, KeptEnd } from '../kept-end.ts';
import type { Bucket } from './bucket.ts';
import { contentOfBytes } from './content.ts';

const FOLDER = 'audit-end/';

/**
 * The end of the audit's chain beside the objects of a bucket. Not every server replaces an object as a whole, so each
 * end is an object of its own, whose key says all; the highest one counts.
 */
export function endInBucket(bucket: Bucket): EndKeeper {
  /** The keys that a newer end replaces. */
  let earlier: string[] = [];
  return {
    async read() {
      earlier = await bucket.list(FOLDER);
      const ends = earlier.flatMap((key) => endOf(key) ?? []);
      return ends.sort((one, other) => other.number - one.number)[0];
    },
    async keep({ folderId, number, hash }) {
      const key = `${FOLDER}${folderId}/${number}-${hash}`;
      await bucket.put(key, await contentOfBytes(Buffer.of()));
      for (const other of earlier) if (other !== key) await bucket.remove(other);
      earlier = [key];
    },
  };
}

function endOf(key: string): KeptEnd | undefined {
  const [, folderId, number, hash] = /^audit-end\/([0-9a-f]{32})\/(\d{1,15})-([0-9a-f]{64})$/.exec(key) ?? [];
  return folderId === undefined ? undefined : { folderId, number: Number(number), hash: hash! };
}
