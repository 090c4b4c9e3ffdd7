import { randomBytes } from 'node:crypto';
import type { Store } from './domain/store.ts';

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
