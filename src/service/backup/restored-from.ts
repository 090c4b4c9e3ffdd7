import type { Db } from '../storage/database.ts';
import type { DatabaseReader } from './database-reader.ts';

/** The setting with the ids of the services that a restored one goes on from. */
const RESTORED_FROM = 'restored_from';

/** A service that was restored more than once keeps the ids of all before: disks of backups are changed in turn. */
export async function noteRestoredFrom(db: Db, ids: readonly string[]): Promise<void> {
  const before = await db.selectFrom('settings').select('value').where('key', '=', RESTORED_FROM).executeTakeFirst();
  const value = JSON.stringify([...new Set([...parsed(before?.value), ...ids])]);
  await db
    .insertInto('settings')
    .values({ key: RESTORED_FROM, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

/** Those of the service that is read; none if it was not restored, or by recon 0.32 or before. */
export async function readRestoredFrom({ query }: DatabaseReader): Promise<string[]> {
  const [row] = await query('select value from settings where key = $1', [RESTORED_FROM]);
  return parsed(row?.['value']);
}

const parsed = (value: unknown): string[] => (value === undefined ? [] : JSON.parse(String(value)));
