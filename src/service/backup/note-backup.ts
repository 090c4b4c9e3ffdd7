import { join } from 'node:path';
import { openSqlite } from '../../system/sqlite.ts';
import type { Places } from '../places.ts';
import { whenFree } from '../storage/sqlite-dialect.ts';
import { LAST_MADE, LAST_PLACE, LAST_TRY, type LastTry, type PlaceNote } from './last-backup.ts';

const NOTE = 'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value';

/**
 * Notes in the service's database how a backup goes. The schema stays as it is: an older service may be at work. Tells
 * whether it could be noted. `place` is where the snapshot was put, if there is one.
 */
export async function noteBackup(places: Places, last: LastTry, place?: string): Promise<boolean> {
  const rows: [string, string][] = [[LAST_TRY, JSON.stringify(last)]];
  if (place !== undefined) {
    const note: PlaceNote = { made: last.begun, place };
    rows.push([LAST_MADE, last.begun], [LAST_PLACE, JSON.stringify(note)]);
  }
  const note = places.databaseUrl === undefined ? noteInSqlite : noteInPostgres;
  return note(places, rows).then(
    () => true,
    () => false,
  );
}

async function noteInSqlite({ dataFolder }: Places, rows: readonly [string, string][]): Promise<void> {
  const connection = await openSqlite(join(dataFolder, 'recon.db'));
  try {
    // Only the service brings its log into the file: it erases there what deleted rows left.
    connection.exec('pragma wal_autocheckpoint = 0');
    const statement = connection.prepare(NOTE.replaceAll(/\$\d/g, '?'));
    for (const row of rows) await whenFree(() => statement.run(row));
  } finally {
    connection.close();
  }
}

async function noteInPostgres({ databaseUrl }: Places, rows: readonly [string, string][]): Promise<void> {
  const { openPool } = await import('../storage/postgres/connections.ts');
  const pool = openPool(databaseUrl!);
  try {
    const connection = await pool.connect();
    try {
      for (const row of rows) await connection.query(NOTE, row);
    } finally {
      connection.release();
    }
  } finally {
    await pool.end();
  }
}
