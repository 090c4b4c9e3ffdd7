import { join } from 'node:path';
import { openSqlite } from '../../system/sqlite.ts';
import type { Places } from '../places.ts';
import { whenFree } from '../storage/sqlite-dialect.ts';
import {
  FAILED_IN,
  type FailedTry,
  LAST_MADE,
  LAST_PLACE,
  LAST_TRY,
  type LastTry,
  MADE_IN,
  MOST_PLACES,
  type PlaceNote,
} from './last-backup.ts';

const NOTE = 'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value';
/** Of a prefix: the newest rows stay. */
const DROP_OLD =
  'delete from settings where key like $1 and key not in (select key from settings where key like $1 order by value desc limit $2)';

const OLD = [MADE_IN, FAILED_IN].map((prefix) => [`${prefix}%`, MOST_PLACES] as const);

/**
 * Notes in the service's database how a backup goes. The schema stays as it is: an older service may be at work. Tells
 * whether it could be noted.
 */
export async function noteBackup(places: Places, last: LastTry, place: string): Promise<boolean> {
  const rows: [string, string][] = [[LAST_TRY, JSON.stringify(last)]];
  if (last.result === 'whole' || last.result === 'lacking') {
    const note: PlaceNote = { made: last.begun, place };
    rows.push([LAST_MADE, last.begun], [LAST_PLACE, JSON.stringify(note)], [MADE_IN + place, last.begun]);
  }
  if (last.result === 'failed') {
    const tried: FailedTry = { begun: last.begun, why: last.why ?? '' };
    rows.push([FAILED_IN + place, JSON.stringify(tried)]);
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
    const run = async (text: string, values: readonly (string | number)[]) => {
      const statement = connection.prepare(text.replaceAll('$', '?'));
      await whenFree(() => statement.run(values));
    };
    for (const row of rows) await run(NOTE, row);
    for (const old of OLD) await run(DROP_OLD, old);
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
      for (const old of OLD) await connection.query(DROP_OLD, [...old]);
    } finally {
      connection.release();
    }
  } finally {
    await pool.end();
  }
}

const MADE = 'select value from settings where key = $1';

/**
 * The moment of the newest snapshot that was put into this place, ISO; undefined if none is noted. Read without the
 * store: an older service may be at work.
 */
export async function madeIn(places: Places, place: string): Promise<string | undefined> {
  const find = places.databaseUrl === undefined ? findInSqlite : findInPostgres;
  return await find(places, MADE_IN + place).catch(() => undefined);
}

async function findInSqlite({ dataFolder }: Places, key: string): Promise<string | undefined> {
  const connection = await openSqlite(join(dataFolder, 'recon.db'));
  try {
    connection.exec('pragma wal_autocheckpoint = 0');
    const statement = connection.prepare(MADE.replaceAll('$', '?'));
    return (await whenFree(() => statement.all([key])))[0]?.['value'] as string | undefined;
  } finally {
    connection.close();
  }
}

async function findInPostgres({ databaseUrl }: Places, key: string): Promise<string | undefined> {
  const { openPool } = await import('../storage/postgres/connections.ts');
  const pool = openPool(databaseUrl!);
  try {
    const connection = await pool.connect();
    try {
      const { rows } = await connection.query<{ value: string }>(MADE, [key]);
      return rows[0]?.value;
    } finally {
      connection.release();
    }
  } finally {
    await pool.end();
  }
}
