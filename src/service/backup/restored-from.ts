import type { Db } from '../storage/database.ts';
import type { DatabaseReader } from './database-reader.ts';

const RESTORED_FROM = 'restored_from';

/** What a restored service goes on from. */
interface RestoredFrom {
  /** The services whose backups it goes on in. */
  ids: string[];
  /** When it was restored, ISO. */
  at: string;
}

/** A service that was restored more than once keeps the ids of all before: disks of backups are changed in turn. */
export async function noteRestoredFrom(db: Db, ids: readonly string[], at: string): Promise<void> {
  const before = await db.selectFrom('settings').select('value').where('key', '=', RESTORED_FROM).executeTakeFirst();
  const value = JSON.stringify({
    ids: [...new Set([...parsed(before?.value).ids, ...ids])],
    at,
  } satisfies RestoredFrom);
  await db
    .insertInto('settings')
    .values({ key: RESTORED_FROM, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** No ids if the service that is read was not restored, or by recon 0.32 or before. */
export async function readRestoredFrom({ query }: DatabaseReader): Promise<RestoredFrom> {
  const [row] = await query('select value from settings where key = $1', [RESTORED_FROM]);
  return parsed(row?.['value']);
}

const parsed = (value: unknown): RestoredFrom =>
  value === undefined ? { ids: [], at: '' } : JSON.parse(String(value));
