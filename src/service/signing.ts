import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Store } from './domain/store.ts';

/** Signs URLs that a browser may open without a token, for a while. */
export type UrlSigner = ReturnType<typeof createUrlSigner>;

/**
 * Expiry times are rounded to this grid, so that the same picture has the same URL for a while and a browser can cache
 * it.
 */
const GRID_SECONDS = 300;

/** A list has up to forty of them, most the same as a moment before; to make one takes 6 µs. */
const MOST_REMEMBERED = 4000;

/** @param key at least 32 random bytes, the service's own; a new key makes every signature invalid */
export function createUrlSigner(key: Uint8Array, clock: Pick<Clock, 'now'>) {
  // The label makes these signatures useless for any other purpose of the same key.
  const signatureOf = (path: string, expires: string) =>
    createHmac('sha256', key).update(`image-url\n${expires}\n${path}`).digest();
  const signed = new Map<string, string>();
  function signUntil(path: string, expires: string): string {
    const start = `${path}?expires=${expires}&signature=`;
    const signature = signed.get(start) ?? signatureOf(path, expires).toString('base64url');
    if (signed.size >= MOST_REMEMBERED) signed.clear();
    signed.set(start, signature);
    return `${start}${signature}`;
  }
  return {
    /** `/images/7` → `/images/7?expires=1793700000&signature=…`, good for at least `ttlMs`. */
    sign: (path: string, ttlMs: number): string =>
      signUntil(path, String(Math.ceil((clock.now() + ttlMs) / 1000 / GRID_SECONDS) * GRID_SECONDS)),
    /** @param expires of another signed URL, which this one lives as long as */
    signUntil,
    /** True if the query carries our signature of exactly this path and has not expired. */
    verify(path: string, { expires, signature }: Readonly<Record<string, unknown>>): boolean {
      if (typeof expires !== 'string' || !/^\d{1,12}$/.test(expires)) return false;
      if (typeof signature !== 'string' || !/^[\w-]{43}$/.test(signature)) return false;
      if (Number(expires) * 1000 <= clock.now()) return false;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signatureOf(path, expires));
    },
  };
}

/** The key of signed URLs, made once per data folder, so that URLs outlive a restart. */
export async function ensureSigningKey({ db }: Store): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString('hex');
  await db
    .insertInto('settings')
    .values({ key: 'url_signing_key', value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'url_signing_key')
    .executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'hex');
}
