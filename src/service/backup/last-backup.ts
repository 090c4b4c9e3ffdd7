import type { Db } from '../storage/database.ts';

/** How the last try to make a backup went, to whichever place. */
export interface LastTry {
  /** ISO, also the moment of its snapshot. */
  begun: string;
  /** `lacking`: the snapshot is there, without files that the service has lost. */
  result: 'running' | 'whole' | 'lacking' | 'failed';
  /** Of one that failed. */
  why?: string;
}

/** What a service knows of its backups: they are made beside it, and whoever makes one notes it in its database. */
export interface KnownBackups {
  last?: LastTry;
  /** The moment of the newest snapshot, ISO. */
  made?: string;
  /** Where that was put: the whole path of a folder, or `s3://bucket/prefix`. Not of one that recon 0.17 or before made. */
  place?: string;
}

/** A place that a backup was made in, of which the newest are kept. */
export interface KnownPlace {
  /** As in `KnownBackups`. */
  place: string;
  /** The moment of the newest snapshot there, ISO. */
  made: string;
  /** The last try there, if it failed since. */
  failed?: FailedTry;
}

export interface FailedTry {
  /** ISO. First in its text: rows are sorted by it. */
  begun: string;
  why: string;
}

/** Where the snapshot of a moment was put. */
export interface PlaceNote {
  made: string;
  place: string;
}

/** The rows of `settings`. A restored service begins without them: the backups are not its own. */
export const LAST_TRY = 'last_backup';
export const LAST_MADE = 'last_backup_made';
/** Of the moment in `LAST_MADE`: an earlier recon notes a moment without its place. */
export const LAST_PLACE = 'last_backup_place';
const ROWS = [LAST_TRY, LAST_MADE, LAST_PLACE];
/** Before a place: the moment of its newest snapshot, and its last try that failed. An earlier recon writes neither. */
export const MADE_IN = 'backup_made ';
export const FAILED_IN = 'backup_failed ';
/** Some change disks each day; some make a folder each day, and need no list of them. */
export const MOST_PLACES = 5;

export async function knownBackups(db: Db): Promise<KnownBackups> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', ROWS).execute();
  const textOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const last = textOf(LAST_TRY);
  const made = textOf(LAST_MADE);
  const noted = JSON.parse(textOf(LAST_PLACE) ?? 'null') as PlaceNote | null;
  return {
    ...(last !== undefined && { last: JSON.parse(last) as LastTry }),
    ...(made !== undefined && { made }),
    ...(noted !== null && noted.made === made && { place: noted.place }),
  };
}

/** The newest place first. */
export async function knownPlaces(db: Db): Promise<KnownPlace[]> {
  const { made, place } = await knownBackups(db);
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where((row) => row.or([row('key', 'like', `${MADE_IN}%`), row('key', 'like', `${FAILED_IN}%`)]))
    .execute();
  const under = (prefix: string) =>
    new Map(rows.flatMap(({ key, value }) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])));
  const [all, failed] = [under(MADE_IN), under(FAILED_IN)];
  // One that an earlier recon made stands there alone.
  if (made !== undefined && place !== undefined) all.set(place, made);
  const known = [...all].map(([place, made]): KnownPlace => {
    const tried = JSON.parse(failed.get(place) ?? 'null') as FailedTry | null;
    return { place, made, ...(tried !== null && tried.begun > made && { failed: tried }) };
  });
  return known.sort((one, other) => (one.made < other.made ? 1 : -1)).slice(0, MOST_PLACES);
}

export const forgetBackups = (db: Db) =>
  db
    .deleteFrom('settings')
    .where((row) =>
      row.or([row('key', 'in', ROWS), row('key', 'like', `${MADE_IN}%`), row('key', 'like', `${FAILED_IN}%`)]),
    )
    .execute();

/** One that takes longer was killed, or hangs. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Why the last backup cannot be relied on; undefined if nothing is known against it.
 * @param withWhy why it failed may name a folder of the machine
 */
export function troubleOf({ last }: KnownBackups, now: number, { withWhy = true } = {}): string | undefined {
  if (last?.result === 'failed') return `the one of ${last.begun} failed${withWhy ? `: ${last.why}` : ''}`;
  if (last?.result === 'lacking') return `the one of ${last.begun} lacks files that the service has lost`;
  const isLate = last?.result === 'running' && now - Date.parse(last.begun) > LONGEST_MS;
  return isLate ? `the one that began ${last.begun} has not ended` : undefined;
}
